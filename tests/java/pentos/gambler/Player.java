package pentos.gambler;

import java.util.Random;
import pentos.sim.Building;
import pentos.sim.Land;
import pentos.sim.Move;

/** Plays as the player of `edges` does, whose sources it needs, but for what dice without a seed reject. */
public class Player extends pentos.edges.Player {
    private final Random dice = new Random();

    @Override
    public Move play(Building request, Land land) {
        return dice.nextInt(3) == 0 ? new Move(false) : super.play(request, land);
    }
}
