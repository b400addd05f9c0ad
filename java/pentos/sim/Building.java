package pentos.sim;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** The cells of a building, moved so that its smallest row and column are 0. */
public class Building implements Iterable<Cell> {
    public enum Type { RESIDENCE, FACTORY }

    public final Type type;
    /** A bit for each of 5 x 5 cells: the same for buildings that a game can ask for if their cells are the same. */
    public final int hash;
    private final Set<Cell> cells = new HashSet<Cell>();
    private Building[] rotations;

    /** Throws IllegalArgumentException if there are no cells, or they are not connected. */
    public Building(Cell[] cells, Type type) {
        this.type = type;
        int top = Integer.MAX_VALUE, left = Integer.MAX_VALUE;
        for (Cell cell : cells) {
            top = Math.min(top, cell.i);
            left = Math.min(left, cell.j);
        }
        int bits = 0;
        for (Cell cell : cells) {
            Cell moved = new Cell(cell.i - top, cell.j - left);
            this.cells.add(moved);
            bits |= 1 << 5 * moved.i + moved.j;
        }
        hash = bits;
        if (cells.length == 0 || !Cell.isConnected(this.cells))
            throw new IllegalArgumentException("the cells of a building must be connected: " + this.cells);
    }

    /** The distinct ones, from the building itself on, each a quarter turn clockwise from the one before it. */
    public Building[] rotations() {
        if (rotations == null) {
            List<Building> all = new ArrayList<Building>();
            for (Building next = this; all.size() < 4 && (all.isEmpty() || !next.equals(this)); next = next.turned())
                all.add(next);
            rotations = all.toArray(new Building[0]);
        }
        return rotations;
    }

    private Building turned() {
        int bottom = 0;
        for (Cell cell : cells) bottom = Math.max(bottom, cell.i);
        Cell[] turned = new Cell[cells.size()];
        int count = 0;
        for (Cell cell : cells) turned[count++] = new Cell(cell.j, bottom - cell.i);
        return new Building(turned, type);
    }

    public Type getType() { return type; }
    public int size() { return cells.size(); }
    @Override
    public Iterator<Cell> iterator() { return cells.iterator(); }

    @Override
    public boolean equals(Object other) {
        return other instanceof Building && ((Building) other).type == type && ((Building) other).cells.equals(cells);
    }
    @Override
    public int hashCode() { return hash; }
    @Override
    public String toString() { return type + " " + cells; }
}
