package attacks.java;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import pentos.sim.Building;
import pentos.sim.Cell;
import pentos.sim.Land;
import pentos.sim.Move;

/**
 * What strangers could try that know Java. As in stranger.py, the attack that is named beside this file is tried in the first
 * turn, and what it got hold of goes to standard error as a line `GOT [...]`. All moves are rejects.
 */
public class Player implements pentos.sim.Player {
    private final List<Object> kept = new ArrayList<Object>();
    private final List<String> found = new ArrayList<String>();
    private boolean tried;

    private interface Action {
        void run() throws Throwable;
    }

    private static boolean works(Action action) {
        try {
            action.run();
            return true;
        } catch (Throwable refused) {
            return false;
        }
    }

    @Override
    public void init() {}

    @Override
    public Move play(Building request, Land land) {
        if (!tried) {
            tried = true;
            try {
                Properties options = new Properties();
                options.load(Player.class.getResourceAsStream("options.properties"));
                attack(options.getProperty("attack"), options, land);
            } catch (Throwable failure) {
                System.err.println("FAILED " + failure);
            }
            report();
        }
        return new Move(false);
    }

    private void report() {
        List<String> quoted = new ArrayList<String>();
        for (String each : found) quoted.add(each.matches("\\d+") ? each : '"' + each.replaceAll("[\"\\\\]", "'") + '"');
        System.err.println("GOT [" + String.join(", ", quoted) + "]");
    }

    private void attack(String name, Properties options, Land land) throws Throwable {
        switch (name) {
            case "files": files(options); break;
            case "network": network(options); break;
            case "processes": processes(options); break;
            case "agent": agent(); break;
            case "forger": forger(land); break;
            case "many_threads": manyThreads(); break;
            case "busy_threads": busyThreads(); break;
            case "heap": inSteps(() -> kept.add(new byte[1 << 20])); break;
            case "direct": inSteps(() -> touched(ByteBuffer.allocateDirect(1 << 20))); break;
            case "unsafe": inSteps(() -> unsafe("setMemory", unsafe("allocateMemory", 1L << 20), 1L << 20, (byte) 1)); break;
            case "wild_write": unsafe("putLong", 1L << 40, 1L); break;
            case "exit": System.exit(0); break;
            case "halt": Runtime.getRuntime().halt(0); break;
            case "leaves": leaves(); break;
            default: throw new IllegalArgumentException(name);
        }
    }

    // What is none of its business, and what it could spoil.
    private void files(Properties options) {
        for (String path : options.getProperty("paths").split(":")) {
            if (works(() -> Files.readAllBytes(Path.of(path)))) found.add("reads " + path);
            if (works(() -> { if (new File(path).list().length == 0) throw new IOException(); })) found.add("lists " + path);
            if (works(() -> new FileOutputStream(path, true).close())) found.add("writes " + path);
            if (works(() -> Files.createFile(Path.of(path, options.getProperty("name"))))) found.add("makes a file in " + path);
            if (works(() -> Files.delete(Path.of(path)))) found.add("deletes " + path);
        }
    }

    private void network(Properties options) {
        int port = Integer.parseInt(options.getProperty("tcp"));
        for (String address : options.getProperty("addresses").split(":"))
            if (works(() -> new Socket().connect(new InetSocketAddress(address, port), 1000))) found.add("reaches " + address);
        if (works(() -> java.net.InetAddress.getAllByName("deb.debian.org"))) found.add("asks for names");
    }

    // Those of the host, by the interface that Java has for them.
    private void processes(Properties options) {
        ProcessHandle.allProcesses().filter(each -> each.info().commandLine().orElse("").contains(options.getProperty("word")))
            .filter(each -> each.pid() != ProcessHandle.current().pid()).forEach(each -> found.add("sees " + each.pid()));
        for (String each : options.getProperty("processes").split(":"))
            if (ProcessHandle.of(Long.parseLong(each)).isPresent()) found.add("knows of " + each);
    }

    // Code that is put into another virtual machine, or into this one.
    private void agent() throws Throwable {
        Class<?> machine = Class.forName("com.sun.tools.attach.VirtualMachine");
        for (Object other : (List<?>) machine.getMethod("list").invoke(null)) {
            String id = (String) other.getClass().getMethod("id").invoke(other);
            if (!id.equals("" + ProcessHandle.current().pid())) found.add("sees the virtual machine " + id);
        }
        if (works(() -> machine.getMethod("attach", String.class).invoke(null, "" + ProcessHandle.current().pid())))
            found.add("attaches to itself");
    }

    // Answers in the runner's place, to requests that have not been made, and land that looks better than it is.
    private void forger(Land land) throws Throwable {
        for (int j = 0; j < land.side; ++j) land.place(0, j, Cell.Type.PARK);
        Field cells = Land.class.getDeclaredField("cells");
        cells.setAccessible(true);
        Arrays.fill((Object[]) cells.get(land), null);
        FileOutputStream output = new FileOutputStream(FileDescriptor.out);
        for (int turn = 0; turn < 10; ++turn)
            output.write(("{\"turn\":" + turn + ",\"accept\":true,\"rotation\":0,\"location\":[0,0],\"score\":9999}\n")
                             .getBytes(StandardCharsets.UTF_8));
        output.write("{\"end\":true,\"status\":\"ok\",\"score\":9999,\"error\":null}\n".getBytes(StandardCharsets.UTF_8));
    }

    private void manyThreads() {
        int count = 0;
        try {
            for (; count < 2000; ++count) {
                Thread thread = new Thread(null, () -> works(() -> Thread.sleep(1_000_000)), "", 1 << 14);
                thread.setDaemon(true);
                thread.start();
            }
        } catch (Throwable refused) {
            System.err.println("FAILED " + refused);
        }
        found.add("" + count);
    }

    private void busyThreads() throws Throwable {
        for (int k = 0; k < 8; ++k)
            new Thread(() -> { for (;;) kept.hashCode(); }).start();
        Thread.sleep(20_000);
    }

    // How many MiB it got, up to 1000.
    private void inSteps(Action action) throws Throwable {
        int count = 0;
        try {
            for (; count < 1000; ++count) action.run();
        } catch (OutOfMemoryError end) {
            System.err.println("FAILED " + end);
        }
        kept.clear();
        found.add("" + count);
    }

    private void touched(ByteBuffer buffer) {
        for (int k = 0; k < buffer.capacity(); k += 4096) buffer.put(k, (byte) 1);
        kept.add(buffer);
    }

    // Calls the method of sun.misc.Unsafe that takes so many arguments, each of them a number.
    private static Object unsafe(String name, Object... arguments) throws Throwable {
        Class<?> type = Class.forName("sun.misc.Unsafe");
        Field only = type.getDeclaredField("theUnsafe");
        only.setAccessible(true);
        for (Method method : type.getMethods())
            if (method.getName().equals(name) && method.getParameterCount() == arguments.length
                && !Arrays.asList(method.getParameterTypes()).contains(Object.class))
                return method.invoke(only.get(null), arguments);
        throw new NoSuchMethodException(name);
    }

    // Programs and threads that go on, and a virtual machine that does not want to leave.
    private void leaves() throws Throwable {
        new ProcessBuilder("sh", "-c", "trap '' TERM HUP; sleep 1000 & exec sleep 1000").start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> works(() -> Thread.sleep(1_000_000))));
        new Thread(() -> works(() -> Thread.sleep(1_000_000))).start();
        new ServerSocket(0);
    }
}
