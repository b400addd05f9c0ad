package pentos.edges;

import java.util.HashSet;
import java.util.Set;
import pentos.sim.Building;
import pentos.sim.Cell;
import pentos.sim.Land;
import pentos.sim.Move;

/** Row by row, the first site at the edge of the land. A residence there gets what a file beside this one says. */
public class Player implements pentos.sim.Player {
    private String beside = "";
    private int turn;

    @Override
    public void init() {
        try (java.util.Scanner words = new java.util.Scanner(Player.class.getResourceAsStream("beside.txt"))) {
            beside = words.next();
        }
        System.out.println("edges begins");
    }

    @Override
    public Move play(Building request, Land land) {
        System.out.println("turn " + turn++);
        for (int i = 0; i < land.side; ++i)
            for (int j = 0; j < land.side; ++j)
                for (int r = 0; r < request.rotations().length; ++r) {
                    Cell location = new Cell(i, j);
                    Building building = request.rotations()[r];
                    if (land.buildable(building, location) && atEdge(building, location, land.side))
                        return move(request, location, r, land);
                }
        return new Move(false);
    }

    private static boolean atEdge(Building building, Cell location, int side) {
        for (Cell cell : building) {
            int i = cell.i + location.i, j = cell.j + location.j;
            if (i == 0 || j == 0 || i == side - 1 || j == side - 1) return true;
        }
        return false;
    }

    private Move move(Building request, Cell location, int rotation, Land land) {
        Set<Cell> built = new HashSet<Cell>(), row = new HashSet<Cell>();
        for (Cell cell : request.rotations()[rotation]) built.add(new Cell(cell.i + location.i, cell.j + location.j));
        if (request.type == Building.Type.RESIDENCE)
            for (Cell cell : built)
                for (Cell next : cell.neighbors()) {
                    Set<Cell> four = new HashSet<Cell>();
                    for (int k = 0; k < 4; ++k)
                        if (land.unoccupied(next.i, next.j + k) && !built.contains(new Cell(next.i, next.j + k)))
                            four.add(new Cell(next.i, next.j + k));
                    if (four.size() == 4 && row.isEmpty()) row = four;
                }
        Set<Cell> none = new HashSet<Cell>();
        return new Move(true, request, location, rotation, none, beside.equals("pond") ? row : none,
                        beside.equals("park") ? row : none);
    }
}
