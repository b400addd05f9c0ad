package pentos.hoarder;

import java.util.ArrayList;
import java.util.List;
import pentos.sim.Building;
import pentos.sim.Land;
import pentos.sim.Move;

/** Takes all memory that it gets. */
public class Player implements pentos.sim.Player {
    private final List<byte[]> hoard = new ArrayList<byte[]>();

    @Override
    public void init() {}

    @Override
    public Move play(Building request, Land land) {
        for (;;) hoard.add(new byte[1 << 16]);
    }
}
