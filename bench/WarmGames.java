package pentos.sim;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lets a player of 2016 play games on recorded requests, one after the other in this process (bench/originals):
 * WarmGames PLAYER_CLASS [--reload FOLDER] REQUESTS.jsonl ...
 * Prints for each game: moves, milliseconds of CPU time in the player, "ok" or why the game ended early.
 */
public class WarmGames {
    static final int SIDE = 50, MAX_REJECTS = 3;
    static final PrintStream out = System.out;

    static Building request(String line) {
        List<Integer> numbers = new ArrayList<>();
        Matcher digits = Pattern.compile("\\d+").matcher(line.substring(line.indexOf("\"cells\"")));
        while (digits.find()) numbers.add(Integer.parseInt(digits.group()));
        Cell[] cells = new Cell[numbers.size() / 2];
        for (int i = 0; i < cells.length; i++) cells[i] = new Cell(numbers.get(2 * i), numbers.get(2 * i + 1));
        return new Building(cells, line.contains("factory") ? Building.Type.FACTORY : Building.Type.RESIDENCE);
    }

    static void build(Move move, Building request, Land land) {
        for (Cell c : notNull(move.road)) land.buildRoad(c);
        for (Cell c : notNull(move.water)) land.buildWater(c);
        for (Cell c : notNull(move.park)) land.buildPark(c);
        if (land.build(request.rotations()[move.rotation], move.location) < 0) throw new RuntimeException("no road");
    }

    static Set<Cell> notNull(Set<Cell> cells) { return cells == null ? Set.of() : cells; }

    static void play(Player player, String file) throws IOException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Land land = new Land(SIDE);
        long spent = 0;
        int moves = 0, rejects = 0;
        String end = "ok";
        try {
            player.init();
            for (String line : Files.readAllLines(Paths.get(file))) {
                Building request = request(line);
                long before = threads.getCurrentThreadCpuTime();
                Move move;
                try {
                    move = player.play(request, land);
                } finally {
                    spent += threads.getCurrentThreadCpuTime() - before;
                    moves++;
                }
                if (move.accept) build(move, request, land);
                else if (++rejects == MAX_REJECTS) break;
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            end = e.toString();
        }
        out.println(moves + " " + spent / 1e6 + " " + end);
    }

    public static void main(String[] words) throws Exception {
        // What the players print is not wanted.
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(System.out);
        boolean reload = words[1].equals("--reload");
        for (int i = reload ? 3 : 1; i < words.length; i++) {
            // A player with static state is loaded anew for each game, so that its code is never warm.
            ClassLoader loader = !reload ? WarmGames.class.getClassLoader()
                : new URLClassLoader(new URL[] {Paths.get(words[2]).toUri().toURL()}, WarmGames.class.getClassLoader()) {
                    @Override
                    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                        if (!name.startsWith("pentos.g")) return super.loadClass(name, resolve);
                        Class<?> there = findLoadedClass(name);
                        return there != null ? there : findClass(name);
                    }
                };
            play((Player) loader.loadClass(words[0]).getDeclaredConstructor().newInstance(), words[i]);
        }
        System.exit(0);
    }
}
