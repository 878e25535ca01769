package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A layer in a module of its own: the example of docs/layers.md. */
@Timeout(180)
class LayerTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "layer");
    private static final Path SOURCE = EXAMPLE.resolve("counting/Counting.java");
    private static final Path SERVICE = Path.of("META-INF", "services", "org.jmpi.comm.frame.Layer");
    private static final int RANKS = 3;

    @TempDir
    private Path folder;

    private Path classes;

    @BeforeEach
    void compile() throws Exception {
        classes = folder.resolve("classes");
        Sources.compile(List.of(SOURCE), Distribution.classPath(), classes);
        Path service = classes.resolve(SERVICE);
        Files.createDirectories(service.getParent());
        Files.copy(EXAMPLE.resolve(SERVICE), service);
    }

    private static List<String> counts(int ranks, int answers) {
        int processors = answers * Runtime.getRuntime().availableProcessors();
        return IntStream.range(0, ranks)
                .mapToObj(rank -> "rank " + rank + ": " + answers + " answers, " + processors + " processors")
                .toList();
    }

    private List<String> run(String... words) throws Exception {
        return Distribution.jmpirun(folder, List.of(words)).stream().sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm", "socket", "rmi"})
    void eachRankAnswersEachRank(String transport) throws Exception {
        String[] words = {"-np", "" + RANKS, "--transport", transport, "-cp", classes.toString(), "counting.Counting"};
        assertEquals(counts(RANKS, RANKS), run(words));
    }

    @Tag("job")
    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm"})
    void verboseNamesTheLayersOfARank(String transport) throws Exception {
        List<String> words = new ArrayList<>(List.of("-v", "-np", "1", "--transport", transport));
        words.addAll(List.of("-cp", classes.toString(), "counting.Counting", ":", "-np", "1", "hello"));
        List<String> told = Distribution.run(folder, 120, words).err().stream()
                .filter(line -> line.contains(" has the layers "))
                .toList();
        assertEquals(List.of("jmpirun: rank 0 has the layers org.jmpi.examples.counting 1"), told);
    }

    @Test
    void aLayerIsFoundInItsModule() throws Exception {
        Path module = folder.resolve("module");
        String lib = Distribution.FOLDER.resolve("lib").toString();
        String[] words = {"--module-path", lib, "-d", "" + module, "" + SOURCE, "" + EXAMPLE.resolve("module-info.java")
        };
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, words));
        String main = "org.jmpi.examples.counting/counting.Counting";
        assertEquals(counts(RANKS, RANKS), run("-np", "" + RANKS, "--module-path", module.toString(), "-m", main));
    }

    /** The main module does not require the layer's, which is found because JMPI uses layers. */
    @Tag("job")
    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm"})
    void aLayerIsFoundInAModuleOfALibrary(String transport) throws Exception {
        Path modules = folder.resolve("modules");
        String lib = Distribution.FOLDER.resolve("lib").toString();
        compileModule(
                lib,
                modules.resolve("library"),
                "module library { requires org.jmpi.comm;" + " provides org.jmpi.comm.frame.Layer with library.Said; }",
                "library/Said.java",
                """
                package library;
                public class Said implements org.jmpi.comm.frame.Layer {
                    public String name() { return "said"; }
                    public void open(org.jmpi.comm.frame.Frames frames) {
                        System.out.println("opened at rank " + frames.rank());
                    }
                }
                """);
        compileModule(lib, modules.resolve("app"), "module app { requires org.jmpi; }", "app/App.java", """
                package app;
                public class App {
                    public static void main(String[] args) {
                        mpi.MPI.Init(args);
                        mpi.MPI.Finalize();
                    }
                }
                """);
        assertEquals(
                List.of("opened at rank 0", "opened at rank 1"),
                run("-np", "2", "--transport", transport, "--module-path", "" + modules, "-m", "app/app.App"));
    }

    private void compileModule(String lib, Path target, String module, String name, String source) throws Exception {
        Path sources = folder.resolve("src").resolve(target.getFileName());
        Path file = sources.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, source);
        Path descriptor = Files.writeString(sources.resolve("module-info.java"), module);
        String[] words = {"--module-path", lib, "-d", "" + target, "" + file, "" + descriptor};
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, words));
    }

    /** Also if the ranks of both programs are threads of one JVM, which has the classes of both. */
    @Tag("job")
    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm"})
    void aProgramOfTheJobThatLacksItIsNamed(String transport) throws Exception {
        List<String> expected = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++)
            expected.add("rank " + rank + ": rank 2 has no layer org.jmpi.examples.counting, to which rank "
                    + rank + " sends a frame: put its classes and its provider entry"
                    + " (META-INF/services/org.jmpi.comm.frame.Layer or `provides` in its module)"
                    + " into the class path or module path of both");
        expected.addAll(counts(2, 2));
        expected.add("Hello from rank 2 of 3");
        List<String> lines = run(
                "-np",
                "2",
                "--transport",
                transport,
                "-cp",
                classes.toString(),
                "counting.Counting",
                ":",
                "-np",
                "1",
                "hello");
        assertEquals(
                expected.stream().sorted().toList(),
                lines.stream()
                        .map(line -> line.replaceFirst("(Hello from rank . of .).*", "$1"))
                        .toList());
    }

    @Tag("job")
    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void framesGoFromInitToFinalize(String transport) throws Exception {
        Path source = Files.writeString(folder.resolve("Again.java"), """
                import mpi.MPI;
                import org.jmpi.comm.error.CommException;
                import org.jmpi.comm.frame.Frames;
                import org.jmpi.comm.frame.Layer;
                public class Again implements Layer {
                    static Frames frames;
                    static volatile boolean finalized;
                    static volatile String taken = "";
                    public String name() { return "again"; }
                    public void open(Frames opened) {
                        frames = opened;
                        opened.register(0, (from, word, payload) -> {
                            if (finalized || word == 7) taken += " " + word;
                        });
                    }
                    static void flood() {
                        try {
                            while (true) frames.peer(0).send(0, 1, null);
                        } catch (CommException e) {
                            System.out.println(e.errorClass() + ": " + e.getMessage());
                        }
                    }
                    public static void main(String[] args) throws Exception {
                        MPI.Init(args);
                        Thread flood = new Thread(Again::flood);
                        if (frames.rank() == 1) flood.start();
                        MPI.Finalize();
                        finalized = true;
                        flood.join();
                        finalized = false;
                        MPI.Init(args);
                        if (frames.rank() == 1) frames.peer(0).send(0, 7, null);
                        MPI.Finalize();
                        System.out.println("rank " + frames.rank() + ":" + taken);
                    }
                }
                """);
        Path target = folder.resolve("again-classes");
        Sources.compile(List.of(source), Distribution.classPath(), target);
        Path service = target.resolve(SERVICE);
        Files.createDirectories(service.getParent());
        Files.writeString(service, "Again\n");
        assertEquals(
                List.of("OTHER: MPI.Finalize has been called", "rank 0: 7", "rank 1:"),
                run("-np", "2", "--transport", transport, "-cp", "" + target, "Again"));
    }

    /** The frames are the last that a rank sends: without Finalize nothing waits for them. */
    @Tag("job")
    @ParameterizedTest
    @CsvSource({
        "threads, 3, the receiver of id 3 of layer failing failed by a frame of rank 0: java.lang.Error: oops",
        "shm, 3, the receiver of id 3 of layer failing failed by a frame of rank 0: java.lang.Error: oops",
        "socket, 77, layer failing has no receiver of frames with id 77 (frame of rank 0)"
    })
    void finalizeThrowsTheFailureOfAReceiver(String transport, String id, String line) throws Exception {
        Path sources = Files.createDirectories(folder.resolve("failing"));
        Path source = Files.writeString(sources.resolve("Failing.java"), """
                import mpi.MPI;
                import org.jmpi.comm.frame.FrameReceiver;
                import org.jmpi.comm.frame.Frames;
                import org.jmpi.comm.frame.Layer;
                public class Failing implements Layer {
                    static Frames frames;
                    public String name() { return "failing"; }
                    public void open(Frames opened) {
                        frames = opened;
                        FrameReceiver receiver = (from, word, payload) -> { if (word == 99) throw new Error("oops"); };
                        frames.register(3, receiver);
                    }
                    public static void main(String[] args) {
                        MPI.Init(args);
                        if (frames.rank() == 0)
                            for (int i = 0; i < 100; i++)
                                frames.peer(2).send(i < 99 ? 3 : Integer.parseInt(args[0]), i, null);
                        MPI.Finalize();
                    }
                }
                """);
        Path target = folder.resolve("failing-classes");
        Sources.compile(List.of(source), Distribution.classPath(), target);
        Path service = target.resolve(SERVICE);
        Files.createDirectories(service.getParent());
        Files.writeString(service, "Failing\n");
        List<String> words = List.of("-np", "3", "--transport", transport, "-cp", "" + target, "Failing", id);
        Distribution.Ended ended = Distribution.run(folder, 120, words);
        assertEquals(1, ended.exitCode(), ended::toString);
        assertTrue(ended.err().stream().anyMatch(each -> each.contains(line)), ended::toString);
    }
}
