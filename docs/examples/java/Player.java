package pentos.shore;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import pentos.sim.Building;
import pentos.sim.Cell;
import pentos.sim.Land;
import pentos.sim.Move;

/** Row by row, the first site to which a road leads; the shortest one. No parks or ponds. */
public class Player implements pentos.sim.Player {
    @Override
    public void init() {}

    @Override
    public Move play(Building request, Land land) {
        Building[] rotations = request.rotations();
        for (int i = 0; i < land.side; ++i)
            for (int j = 0; j < land.side; ++j)
                for (int r = 0; r < rotations.length; ++r) {
                    Cell location = new Cell(i, j);
                    if (!land.buildable(rotations[r], location)) continue;
                    Set<Cell> road = shortestRoad(cellsOf(rotations[r], location), land);
                    if (road != null)
                        return new Move(true, request, location, r, road, new HashSet<Cell>(), new HashSet<Cell>());
                }
        return new Move(false);
    }

    private static Set<Cell> cellsOf(Building building, Cell location) {
        Set<Cell> cells = new HashSet<Cell>();
        for (Cell cell : building) cells.add(new Cell(cell.i + location.i, cell.j + location.j));
        return cells;
    }

    /** The cells to build a road on, none if the site needs none; null if no road can lead there. */
    private static Set<Cell> shortestRoad(Set<Cell> site, Land land) {
        Queue<Cell> open = new ArrayDeque<Cell>(site);
        Set<Cell> seen = new HashSet<Cell>(site);
        while (!open.isEmpty()) {
            Cell cell = open.remove();
            if (isServed(cell, land)) {
                Set<Cell> road = new HashSet<Cell>();
                for (; !site.contains(cell); cell = cell.previous) road.add(cell);
                return road;
            }
            for (Cell next : cell.neighbors())
                if (land.unoccupied(next) && seen.add(next)) {
                    next.previous = cell;
                    open.add(next);
                }
        }
        return null;
    }

    /** Whether a cell lies at the border or beside a road. */
    private static boolean isServed(Cell cell, Land land) {
        if (cell.i == 0 || cell.j == 0 || cell.i == land.side - 1 || cell.j == land.side - 1) return true;
        for (Cell next : cell.neighbors())
            if (land.getCellType(next) == Cell.Type.ROAD) return true;
        return false;
    }
}
