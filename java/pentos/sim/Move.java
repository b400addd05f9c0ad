package pentos.sim;

import java.util.HashSet;
import java.util.Set;

/** The answer to a request: a reject, or a building with what is built along with it. */
public class Move {
    public boolean accept;
    public Building request;
    /** Where the top left corner of the bounding box of `request.rotations()[rotation]` is. */
    public Cell location;
    public int rotation;
    public Set<Cell> road = new HashSet<Cell>(), water = new HashSet<Cell>(), park = new HashSet<Cell>();

    /** A reject, if `accept` is false. */
    public Move(boolean accept) { this.accept = accept; }

    public Move(boolean accept, Building request, Cell location, int rotation, Set<Cell> road, Set<Cell> water,
                Set<Cell> park) {
        this.accept = accept;
        this.request = request;
        this.location = location;
        this.rotation = rotation;
        this.road = road;
        this.water = water;
        this.park = park;
    }
}
