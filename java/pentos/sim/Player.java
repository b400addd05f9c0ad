package pentos.sim;

public interface Player {
    /** Called once, before the first request. */
    void init();

    /** The answer to a request. The land is the same object in all turns, and shows what stands at present. */
    Move play(Building request, Land land);
}
