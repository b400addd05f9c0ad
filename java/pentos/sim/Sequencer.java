package pentos.sim;

public interface Sequencer {
    /** Called once, before the first request. The same seed makes the same requests. */
    default void init(Long seed) { init(); }

    /** What it was before there were seeds. */
    default void init() {}

    /** The next request. */
    Building next();
}
