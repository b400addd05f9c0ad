package pentos.sim;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** A cell of the land, counted from 0 at the top left. Two cells are equal if they have the same row and column. */
public class Cell {
    public enum Type { EMPTY, RESIDENCE, FACTORY, PARK, WATER, ROAD }

    /** Rows and columns of the land, beyond which no cell has neighbours. */
    private static int side = 50;

    /** Row and column. */
    public final int i, j;
    /** For searches: the cell from which this one was reached. */
    public Cell previous;
    // Players read it by reflection, and by this name.
    private Type type = Type.EMPTY;

    /** Throws IllegalArgumentException if the row or column is negative, as the other constructors do. */
    public Cell(int i, int j) {
        if (i < 0 || j < 0) throw new IllegalArgumentException("there is no cell (" + i + "," + j + ")");
        this.i = i;
        this.j = j;
    }

    public Cell(int i, int j, Type type) {
        this(i, j);
        this.type = type;
    }

    public Cell(int i, int j, Cell previous) {
        this(i, j);
        this.previous = previous;
    }

    static void setSide(int side) { Cell.side = side; }

    void setType(Type type) { this.type = type; }
    Type type() { return type; }

    /** The cells beside this one on the land: right, left, below, above. */
    public Cell[] neighbors() {
        boolean right = j + 1 < side, left = j > 0, below = i + 1 < side, above = i > 0;
        Cell[] all = new Cell[(right ? 1 : 0) + (left ? 1 : 0) + (below ? 1 : 0) + (above ? 1 : 0)];
        int count = 0;
        if (right) all[count++] = new Cell(i, j + 1);
        if (left) all[count++] = new Cell(i, j - 1);
        if (below) all[count++] = new Cell(i + 1, j);
        if (above) all[count] = new Cell(i - 1, j);
        return all;
    }

    public boolean isEmpty() { return type == Type.EMPTY; }
    public boolean isResidence() { return type == Type.RESIDENCE; }
    public boolean isFactory() { return type == Type.FACTORY; }
    public boolean isPark() { return type == Type.PARK; }
    public boolean isWater() { return type == Type.WATER; }
    public boolean isRoad() { return type == Type.ROAD; }
    public boolean isType(Type type) { return this.type == type; }

    /** Tells whether each of these cells can be reached from each other one through cells of theirs. */
    public static boolean isConnected(Collection<Cell> cells) {
        if (cells.isEmpty()) return true;
        Set<Cell> left = new HashSet<Cell>(cells);
        ArrayDeque<Cell> reached = new ArrayDeque<Cell>();
        Cell first = left.iterator().next();
        left.remove(first);
        reached.add(first);
        while (!reached.isEmpty()) {
            Cell cell = reached.remove();
            // They may lie beyond the land, on the ring around it.
            for (int[] step : new int[][] {{0, 1}, {0, -1}, {1, 0}, {-1, 0}}) {
                if (cell.i + step[0] < 0 || cell.j + step[1] < 0) continue;
                Cell beside = new Cell(cell.i + step[0], cell.j + step[1]);
                if (left.remove(beside)) reached.add(beside);
            }
        }
        return left.isEmpty();
    }

    public static boolean isConnected(Cell[] cells) { return isConnected(Arrays.asList(cells)); }

    /** The same for cells of a land with so many rows. */
    public static boolean isConnected(Cell[] cells, int side) { return isConnected(cells); }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cell && ((Cell) other).i == i && ((Cell) other).j == j;
    }

    // The order of a HashSet of cells follows from it, and the moves of players from that order.
    @Override
    public int hashCode() { return 100 * i + j; }

    @Override
    public String toString() { return "(" + i + "," + j + ")"; }
}
