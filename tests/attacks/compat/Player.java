// An honest player that uses much of what a JVM offers; one source file, started by `java Player.java`.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

public class Player {
  static void check(String name, Callable<Boolean> check) {
    String broken;
    try {
      broken = check.call() ? "" : "does not do what it should";
    } catch (Throwable error) {
      broken = error.toString();
    }
    if (!broken.isEmpty()) System.err.println("BROKEN " + name + ": " + broken);
  }

  static boolean pool() throws Exception {
    var pool = Executors.newFixedThreadPool(8);
    var futures = pool.invokeAll(IntStream.range(0, 50).<Callable<Integer>>mapToObj(n -> () -> n * n).toList());
    int sum = 0;
    for (var future : futures) sum += future.get();
    pool.shutdown();
    return pool.awaitTermination(5, TimeUnit.SECONDS) && sum == 40425;
  }

  static boolean files() throws Exception {
    Path file = Files.createTempFile("mine", ".txt");
    Files.writeString(file, "hello");
    boolean good = Files.readString(file).equals("hello");
    Files.delete(file);
    return good;
  }

  static boolean mapped() throws Exception {
    Path file = Files.createTempFile("mine", ".bin");
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      var lock = channel.lock();
      var buffer = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4096);
      buffer.put(7, (byte) 9);
      lock.release();
      return buffer.get(7) == 9;
    } finally {
      Files.delete(file);
    }
  }

  static boolean process() throws Exception {
    var process = new ProcessBuilder("cat").start();
    process.getOutputStream().write("ping".getBytes());
    process.getOutputStream().close();
    return new String(process.getInputStream().readAllBytes()).equals("ping") && process.waitFor() == 0;
  }

  static void examine() {
    check("pool", Player::pool);
    check("parallel stream", () -> IntStream.range(0, 1_000_000).parallel().sum() == 1783293664);
    check("files", Player::files);
    check("mapped file", Player::mapped);
    check("process", Player::process);
    check("machine", () -> Runtime.getRuntime().availableProcessors() >= 1 && Runtime.getRuntime().maxMemory() > 0);
    check("memory", () -> new byte[200 << 20].length > 0);
    check("garbage", () -> {
      for (int i = 0; i < 500; ++i) if (new byte[1 << 20].length == 0) return false;
      return true;
    });
    check("randomness", () -> new java.security.SecureRandom().generateSeed(8).length == 8);
    check("management", () -> java.lang.management.ManagementFactory.getRuntimeMXBean().getPid() > 0);
    check("home", () -> System.getProperty("java.io.tmpdir") != null && List.of("/").size() == 1);
    System.err.println("CHECKED 11");
  }

  public static void main(String[] arguments) throws Exception {
    var in = new BufferedReader(new InputStreamReader(System.in));
    in.readLine();
    System.out.println("{\"ready\":true}");
    System.out.flush();
    for (String line; (line = in.readLine()) != null && !line.contains("\"end\":");) {
      Matcher turn = Pattern.compile("\"turn\":(\\d+)").matcher(line);
      turn.find();
      if (turn.group(1).equals("0")) examine();
      System.out.println("{\"turn\":" + turn.group(1) + ",\"accept\":false}");
      System.out.flush();
    }
  }
}
