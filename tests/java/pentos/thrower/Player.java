package pentos.thrower;

import pentos.sim.Building;
import pentos.sim.Land;
import pentos.sim.Move;

/** Rejects, and then looks at what is not there. */
public class Player implements pentos.sim.Player {
    private Building last;

    @Override
    public void init() {}

    @Override
    public Move play(Building request, Land land) {
        Building before = last;
        last = request;
        if (request.size() > 0 && before == null) return new Move(false);
        throw new IllegalStateException("asked for " + before.size() + " cells before");
    }
}
