// Compiles a player or sequencer for Pentocity, together with the classes that it is written against, and runs nothing of
// it. Started as `java Compiler.java ROLE LIBRARY SOURCE [MORE...]`: LIBRARY is the folder of Pentocity's classes,
// SOURCE the folder or jar, MORE are other files and folders whose sources belong to it. Prints a line of JSON, with
// either an `error` or the name of the `class` to play and the version of the `jdk`. After these the class files follow,
// as a jar, in lines of Base64, and a line with a point.

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

public final class Compiler {
    private static final int LINE = 900_000;  // characters; the protocol allows 1 MiB
    private static final int LONGEST = 2_000;  // of a message: identifiers have no end

    // What is told to the author.
    private static final class Mistake extends Exception {
        Mistake(String message) { super(message); }
    }

    private static final class Source extends SimpleJavaFileObject {
        Source(Path path) { super(path.toUri(), Kind.SOURCE); }
        // Bytes that are no UTF-8, as in comments of old sources, stop nothing.
        @Override
        public CharSequence getCharContent(boolean ignored) throws IOException {
            return new String(Files.readAllBytes(Path.of(uri)), StandardCharsets.UTF_8);
        }
    }

    private static final class Compiled extends SimpleJavaFileObject {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Compiled(String name) { super(URI.create("class:///" + name.replace('.', '/') + ".class"), Kind.CLASS); }
        @Override
        public OutputStream openOutputStream() { return bytes; }
    }

    // Finds what belongs to Java, and nothing besides the sources that are named.
    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        final Map<String, Compiled> classes = new TreeMap<>();
        Memory(StandardJavaFileManager files) throws IOException {
            super(files);
            files.setLocation(StandardLocation.CLASS_PATH, List.of());  // nor plugins of the compiler
        }
        @Override
        public Iterable<JavaFileObject> list(Location location, String name, Set<JavaFileObject.Kind> kinds, boolean recurse)
                throws IOException {
            return location == StandardLocation.CLASS_PATH ? List.of() : super.list(location, name, kinds, recurse);
        }
        @Override
        public boolean hasLocation(Location location) {
            return location != StandardLocation.SOURCE_PATH && super.hasLocation(location);
        }
        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject of) {
            return classes.computeIfAbsent(name, Compiled::new);
        }
    }

    private static List<Source> sources(Path place) throws IOException {
        try (Stream<Path> all = Files.walk(place)) {
            return all.filter(path -> path.toString().endsWith(".java") && Files.isRegularFile(path)).sorted().map(Source::new)
                .collect(Collectors.toList());
        }
    }

    private static Path path(FileObject source) { return Path.of(source.toUri()); }

    private static String first(DiagnosticCollector<JavaFileObject> found) {
        List<Diagnostic<?>> errors = found.getDiagnostics().stream().filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
            .collect(Collectors.toList());
        if (errors.isEmpty()) return null;
        Diagnostic<?> first = errors.get(0);
        String message = first.getMessage(Locale.ENGLISH).trim().replaceAll("\\s*\\n\\s*", "; ").replaceAll("\\s+", " ");
        if (first.getSource() != null)
            message = path((FileObject) first.getSource()) + ":" + first.getLineNumber() + ": " + message;
        if (first.getCode().equals("compiler.err.doesnt.exist"))
            message += message.contains(" package pentos.")
                ? ": name the folder that holds it under 'files'"
                : ": there are the packages of the JDK, and those whose sources are below the folder or under 'files'";
        return errors.size() == 1 ? message : message + " (the first of " + errors.size() + " errors)";
    }

    // The only one of these names that the role's class can have.
    private static String only(String simple, Set<String> names, Path source, String remedy) throws Mistake {
        if (names.isEmpty()) throw new Mistake(source + ": holds no class " + simple + ", such as pentos.g1." + simple);
        if (names.size() > 1) throw new Mistake(source + ": holds several: " + String.join(", ", names) + ": " + remedy);
        return names.iterator().next();
    }

    private static String classOfJar(String simple, Path jar) throws Mistake {
        try (JarFile file = new JarFile(jar.toFile())) {
            String named = file.getManifest() == null ? null : file.getManifest().getMainAttributes().getValue("Main-Class");
            if (named != null && named.endsWith("." + simple)) return named;
            Set<String> names = file.stream().map(ZipEntry::getName)
                .filter(name -> name.endsWith("/" + simple + ".class") && !name.startsWith("pentos/sim/"))
                .map(name -> name.replace(".class", "").replace('/', '.')).collect(Collectors.toCollection(TreeSet::new));
            return only(simple, names, jar, "a line Main-Class in its manifest says which");
        } catch (IOException e) {
            throw new Mistake(jar + ": cannot be read as a jar: " + e.getMessage());
        }
    }

    private static String classOfFolder(String simple, Path folder, Map<Path, String> packages) throws Mistake {
        Set<String> names = new TreeSet<>();
        for (Map.Entry<Path, String> each : packages.entrySet())
            if (each.getKey().endsWith(simple + ".java") && each.getKey().startsWith(folder)) {
                String name = each.getValue() + simple;
                if (each.getKey().getParent().equals(folder)) return name;
                names.add(name);
            }
        return only(simple, names, folder, "name the folder of one");
    }

    private static String compile(Path[] places, String simple, Memory memory) throws IOException, Mistake {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<JavaFileObject> units = new ArrayList<>();
        for (Path place : places)
            for (Source source : sources(place))
                // Not those of 2016, in the place of which are ours.
                if (place == places[0] || !path(source).getParent().endsWith("pentos/sim")) units.add(source);
        JavacTask task = (JavacTask) compiler.getTask(null, memory, found,
            List.of("-proc:none", "-implicit:none", "-nowarn", "-Xlint:none", "-XDuseUnsharedTable=true"), null, units);
        Map<Path, String> packages = new TreeMap<>();
        for (CompilationUnitTree unit : task.parse())
            packages.put(path(unit.getSourceFile()), unit.getPackage() == null ? "" : unit.getPackageName() + ".");
        task.generate();
        String mistake = first(found);
        if (mistake != null) throw new Mistake(mistake);
        return Files.isDirectory(places[1]) ? classOfFolder(simple, places[1], packages) : classOfJar(simple, places[1]);
    }

    private static String jar(Memory memory) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes)) {
            for (Map.Entry<String, Compiled> each : memory.classes.entrySet()) {
                ZipEntry entry = new ZipEntry(each.getKey().replace('.', '/') + ".class");
                entry.setTime(0);  // the same classes are the same bytes
                jar.putNextEntry(entry);
                each.getValue().bytes.writeTo(jar);
            }
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    private static String quoted(String text) { return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"'; }

    public static void main(String[] arguments) throws IOException {
        String simple = arguments[0].equals("player") ? "Player" : "Sequencer";
        Path[] places = Stream.of(arguments).skip(1).map(Path::of).toArray(Path[]::new);
        try {
            Memory memory = new Memory(ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null));
            String name = compile(places, simple, memory), jdk = System.getProperty("java.vm.version"), jar = jar(memory);
            System.out.println("{\"class\":" + quoted(name) + ",\"jdk\":" + quoted(jdk) + "}");
            for (int at = 0; at < jar.length(); at += LINE)
                System.out.println(jar.substring(at, Math.min(jar.length(), at + LINE)));
            System.out.println(".");
        } catch (Mistake mistake) {
            String told = mistake.getMessage();
            if (told.length() > LONGEST) told = told.substring(0, LONGEST) + "...";
            System.out.println("{\"error\":" + quoted(told.replaceAll("\\p{Cntrl}", " ")) + "}");
        }
    }
}
