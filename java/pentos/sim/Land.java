package pentos.sim;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** The land as players see it. It changes between their turns. */
public class Land {
    /** Rows and columns. */
    public final int side;
    private final Cell[][] cells;
    // Players read it by reflection, and by this name: the roads and the ring around the land, each one row down and one
    // column to the right.
    private final Set<Cell> road_network = new HashSet<Cell>();

    /** A land without buildings. From now on it is that on whose borders cells end. */
    public Land(int side) {
        this.side = side;
        Cell.setSide(side);
        cells = new Cell[side][side];
        for (int i = 0; i < side; ++i)
            for (int j = 0; j < side; ++j) cells[i][j] = new Cell(i, j);
        for (int z = 1; z <= side + 1; ++z) {
            road_network.add(new Cell(z, 0));
            road_network.add(new Cell(0, z));
            road_network.add(new Cell(z, side + 1));
            road_network.add(new Cell(side + 1, z));
        }
    }

    /** Puts this on the land: for the runner, in the name of the game, and not for players. */
    public void place(int i, int j, Cell.Type type) {
        cells[i][j].setType(type);
        if (type == Cell.Type.ROAD) road_network.add(new Cell(i + 1, j + 1));
    }

    private boolean holds(int i, int j) { return i >= 0 && i < side && j >= 0 && j < side; }

    /** What is on a cell. */
    public Cell.Type getCellType(int i, int j) { return cells[i][j].type(); }
    public Cell.Type getCellType(Cell cell) { return getCellType(cell.i, cell.j); }

    /** Tells whether this is a cell of the land, and nothing on it. */
    public boolean unoccupied(int i, int j) { return holds(i, j) && cells[i][j].isEmpty(); }
    public boolean unoccupied(Cell cell) { return unoccupied(cell.i, cell.j); }

    /** Tells whether a cell is one of four or more connected cells of water, or of a park. */
    public boolean isPond(Cell cell) { return isLarge(cell, Cell.Type.WATER); }
    public boolean isPond(int i, int j) { return holds(i, j) && isPond(new Cell(i, j)); }
    public boolean isField(Cell cell) { return isLarge(cell, Cell.Type.PARK); }
    public boolean isField(int i, int j) { return holds(i, j) && isField(new Cell(i, j)); }

    private boolean isLarge(Cell start, Cell.Type type) {
        if (!holds(start.i, start.j) || !cells[start.i][start.j].isType(type)) return false;
        Set<Cell> seen = new HashSet<Cell>();
        ArrayDeque<Cell> open = new ArrayDeque<Cell>();
        seen.add(start);
        open.add(start);
        while (!open.isEmpty() && seen.size() < 4)
            for (Cell beside : open.remove().neighbors())
                if (cells[beside.i][beside.j].isType(type) && seen.add(beside)) open.add(beside);
        return seen.size() >= 4;
    }

    /**
     * Tells whether a building can stand with the top left corner of its bounding box here: its cells are empty, and it
     * touches no building of the other type. Roads are not looked at.
     */
    public boolean buildable(Building building, Cell location) {
        Cell.Type other = building.type == Building.Type.RESIDENCE ? Cell.Type.FACTORY : Cell.Type.RESIDENCE;
        for (Cell cell : building) {
            int i = cell.i + location.i, j = cell.j + location.j;
            if (!unoccupied(i, j) || is(i, j + 1, other) || is(i, j - 1, other) || is(i + 1, j, other) || is(i - 1, j, other))
                return false;
        }
        return true;
    }

    private boolean is(int i, int j, Cell.Type type) { return holds(i, j) && cells[i][j].isType(type); }
}
