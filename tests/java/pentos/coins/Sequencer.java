package pentos.coins;

import java.util.Random;
import pentos.sim.Building;
import pentos.sim.Cell;

/** For each request a coin is tossed: a straight residence, or a factory of one row with as many cells as a die shows. */
public class Sequencer implements pentos.sim.Sequencer {
    private Random random;

    @Override
    public void init(Long seed) { random = new Random(seed); }

    @Override
    public Building next() {
        boolean residence = random.nextBoolean();
        Cell[] cells = new Cell[residence ? 5 : random.nextInt(5) + 1];
        for (int k = 0; k < cells.length; ++k) cells[k] = new Cell(3, k + 7);
        return new Building(cells, residence ? Building.Type.RESIDENCE : Building.Type.FACTORY);
    }
}
