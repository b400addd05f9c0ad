package pentocity;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import pentos.sim.Building;
import pentos.sim.Cell;
import pentos.sim.Land;
import pentos.sim.Move;

/** Plays one game of a player or sequencer, over the protocol of docs/reference/protocol.md. */
public final class Runner {
    private final BufferedReader input =
        new BufferedReader(new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
    private final OutputStream output = new FileOutputStream(FileDescriptor.out);

    private static String heap;  // as -Xmx has it

    /** The role (`player` or `sequencer`), the name of the class, and the size of the heap as -Xmx has it. */
    public static void main(String[] arguments) {
        // What it prints has no meaning for the game.
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        System.setErr(System.out);
        System.setIn(InputStream.nullInputStream());
        int code = 0;
        heap = arguments[2];
        try {
            Runner runner = new Runner();
            if (arguments[0].equals("player")) runner.play(arguments[1]);
            else runner.request(arguments[1]);
        } catch (Throwable failure) {
            code = 1;
            failure.printStackTrace();
            System.err.println(summary(failure));
        }
        System.exit(code);  // without waiting for threads that it has left
    }

    // Its last line on standard error, by which its end is known.
    private static String summary(Throwable failure) {
        if (failure instanceof ExceptionInInitializerError && failure.getCause() != null) failure = failure.getCause();
        if (failure instanceof OutOfMemoryError)
            return failure + ": the heap has -Xmx" + heap + ", which follows from memory_limit";
        StackTraceElement[] stack = failure.getStackTrace();
        return stack.length == 0 ? failure.toString() : failure + " at " + stack[0];
    }

    private static <T> T make(Class<T> type, String name) throws Throwable {
        Class<?> found = Class.forName(name);
        if (!type.isAssignableFrom(found)) throw new ClassCastException(name + " does not implement " + type.getName());
        try {
            return type.cast(found.getDeclaredConstructor().newInstance());
        } catch (java.lang.reflect.InvocationTargetException wrapped) {
            throw wrapped.getCause();
        }
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> hear() throws IOException {
        String line = input.readLine();
        return line == null ? Map.of("end", true) : (Map<String, Object>) Json.read(line);
    }

    private void say(String line) throws IOException { output.write((line + "\n").getBytes(StandardCharsets.UTF_8)); }

    private void play(String name) throws Throwable {
        Land land = new Land(number(hear().get("side")));
        pentos.sim.Player player = make(pentos.sim.Player.class, name);
        player.init();
        say("{\"ready\":true,\"summary\":" + Json.quoted("in Java: " + name) + ",\"options\":[]}");
        for (Map<String, Object> turn = hear(); !turn.containsKey("end"); turn = hear()) {
            place(land, turn.get("placed"));
            say(answer(number(turn.get("turn")), player.play(building((Map<?, ?>) turn.get("request")), land)));
        }
    }

    private void request(String name) throws Throwable {
        Map<String, Object> hello = hear();
        new Land(number(hello.get("side")));  // on whose borders cells end
        pentos.sim.Sequencer sequencer = make(pentos.sim.Sequencer.class, name);
        sequencer.init(((Double) hello.get("seed")).longValue());
        say("{\"ready\":true,\"adaptive\":false}");
        for (Map<String, Object> turn = hear(); !turn.containsKey("end"); turn = hear()) {
            Building building = sequencer.next();
            say("{\"turn\":" + number(turn.get("turn")) + ",\"type\":\"" + building.type.name().toLowerCase()
                + "\",\"cells\":" + cells(building) + "}");
        }
    }

    private static int number(Object value) { return ((Double) value).intValue(); }

    private static Building building(Map<?, ?> request) {
        List<?> cells = (List<?>) request.get("cells");
        Cell[] out = new Cell[cells.size()];
        for (int k = 0; k < out.length; ++k) {
            List<?> cell = (List<?>) cells.get(k);
            out[k] = new Cell(number(cell.get(0)), number(cell.get(1)));
        }
        return new Building(out, Building.Type.valueOf(((String) request.get("type")).toUpperCase()));
    }

    private static void place(Land land, Object placed) {
        for (Object part : (List<?>) placed) {
            Cell.Type type = Cell.Type.valueOf(((String) ((Map<?, ?>) part).get("kind")).toUpperCase());
            for (Object cell : (List<?>) ((Map<?, ?>) part).get("cells"))
                land.place(number(((List<?>) cell).get(0)), number(((List<?>) cell).get(1)), type);
        }
    }

    private static String answer(int turn, Move move) {
        String begin = "{\"turn\":" + turn + ",\"accept\":" + move.accept;
        if (!move.accept) return begin + "}";
        return begin + ",\"rotation\":" + move.rotation + ",\"location\":[" + move.location.i + "," + move.location.j
            + "],\"road\":" + cells(move.road) + ",\"water\":" + cells(move.water) + ",\"park\":" + cells(move.park) + "}";
    }

    private static String cells(Iterable<Cell> cells) {
        StringBuilder out = new StringBuilder();
        for (Cell cell : cells)
            out.append(out.length() == 0 ? "[" : ",").append('[').append(cell.i).append(',').append(cell.j).append(']');
        return out.length() == 0 ? "[]" : out.append(']').toString();
    }
}
