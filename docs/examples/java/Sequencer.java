package pentos.twice;

import java.util.Random;
import pentos.sim.Building;
import pentos.sim.Cell;

/** Each request comes twice: by a coin, a straight residence or a square factory whose side is drawn. */
public class Sequencer implements pentos.sim.Sequencer {
    private Random random;
    private Building last;

    @Override
    public void init(Long seed) { random = new Random(seed); }

    @Override
    public Building next() {
        Building again = last;
        last = again == null ? draw() : null;
        return again == null ? last : again;
    }

    private Building draw() {
        boolean residence = random.nextBoolean();
        int rows = residence ? 1 : random.nextInt(5) + 1, columns = residence ? 5 : rows;
        Cell[] cells = new Cell[rows * columns];
        for (int k = 0; k < cells.length; ++k) cells[k] = new Cell(k / columns, k % columns);
        return new Building(cells, residence ? Building.Type.RESIDENCE : Building.Type.FACTORY);
    }
}
