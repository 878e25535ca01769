package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntConsumer;
import org.jmpi.run.program.ClassPath;
import org.jmpi.run.threads.ClassRewriter;
import org.jmpi.run.threads.RankClassLoader;
import org.jmpi.run.threads.RankRuntime;
import org.jmpi.run.threads.SharedStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Classes of a rank's loader, which have the rank's streams and end, run in this JVM. */
@Isolated("replaces standard streams")
class ClassRewriterTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true);
    private final InputStream in = new ByteArrayInputStream("input".getBytes());
    private final List<String> ends = new ArrayList<>();

    private final RankRuntime runtime =
            new RankRuntime(out, out, in, (code, halts) -> ends.add((halts ? "halt " : "exit ") + code));

    @SuppressWarnings("unchecked")
    private <T> T made(Class<?> type) throws Exception {
        ClassPath path = ClassPath.of(List.of(Path.of(Launch.testClasses())));
        ClassLoader parent = new ClassLoader(getClass().getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (name.startsWith(ClassRewriterTest.class.getName())) throw new ClassNotFoundException(name);
                return super.loadClass(name, resolve);
            }
        };
        RankClassLoader.Classes classes = RankClassLoader.Classes.of(path, ClassPath.of(List.of()));
        Class<?> own = Class.forName(type.getName(), true, new RankClassLoader(classes, parent, runtime));
        assertEquals(type.getPackageName(), own.getPackage().getName());
        assertEquals(
                type.getProtectionDomain().getCodeSource().getLocation(),
                own.getProtectionDomain().getCodeSource().getLocation());
        var constructor = own.getDeclaredConstructor();
        constructor.setAccessible(true);
        return (T) constructor.newInstance();
    }

    public static final class Streams implements Callable<Object> {
        @Override
        public Object call() throws IOException {
            PrintStream former = System.out;
            ByteArrayOutputStream caught = new ByteArrayOutputStream();
            System.setOut(new PrintStream(caught));
            System.out.print("caught");
            former.print("direct ");
            System.setOut(former);
            System.err.print(new String(System.in.readAllBytes()) + " ");
            System.setErr(null);
            System.setIn(null);
            System.out.print(System.err + " " + System.in + " " + caught);
            System.out.close();
            return former;
        }
    }

    @Test
    void aClassHasTheStreamsOfItsRank() throws Exception {
        PrintStream ofTheJvm = System.out;
        Callable<Object> program = made(Streams.class);
        assertSame(out, program.call());
        assertEquals("direct input null null caught", bytes.toString());
        assertSame(ofTheJvm, System.out);
        assertNull(runtime.err());
    }

    static final class Ends implements IntConsumer {
        private final Map<String, Long> others = Map.of("x", 1L << 40);

        @Override
        public void accept(int kind) {
            double wide = others.get("x") * 1e3;
            switch (kind) {
                case 0 -> System.exit(3);
                case 1 -> Runtime.getRuntime().exit((int) (wide / wide));
                case 2 -> Runtime.getRuntime().halt(0);
                default -> {
                    switch ("" + kind) {
                        case "4000" -> each(Runtime.getRuntime()::halt, kind);
                        case "-5" -> each(System::exit, kind);
                        default -> throw new IllegalArgumentException();
                    }
                }
            }
        }

        private static void each(IntConsumer end, int code) {
            for (int i = 0; i < 2; i++) end.accept(code + i);
        }
    }

    @Test
    void aClassEndsItsRankAlone() throws Exception {
        IntConsumer program = made(Ends.class);
        for (int kind : new int[] {0, 1, 2, 4000, -5}) program.accept(kind);
        assertEquals(List.of("exit 3", "exit 1", "halt 0", "halt 4000", "halt 4001", "exit -5", "exit -4"), ends);
    }

    static final class Plain implements Callable<Object> {
        @Override
        public Object call() {
            return System.nanoTime() + Runtime.getRuntime().freeMemory();
        }
    }

    /** Tools that measure coverage know a class by its file. */
    static final class Printing implements Callable<Object> {
        private static final PrintStream OUT = System.out;

        @Override
        public Object call() throws IOException {
            Runnable print = () -> System.out.print("printed ");
            print.run();
            CompletableFuture.runAsync(() -> System.err.print("by a pool "), ForkJoinPool.commonPool())
                    .join();
            OUT.print(new String(System.in.readAllBytes()));
            return null;
        }
    }

    /** Sets a stream that writes to the one which another class has found. */
    static final class Wrapping implements Callable<Object> {
        @Override
        public Object call() throws IOException {
            System.setOut(new PrintStream(Printing.OUT, true) {
                @Override
                public void print(String text) {
                    super.print("<" + text + ">");
                }
            });
            return new Printing().call();
        }
    }

    private void printed(Class<?> program) throws Exception {
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        SharedStreams streams = SharedStreams.share();
        try {
            Callable<Object> made = made(program);
            Thread.currentThread().setContextClassLoader(made.getClass().getClassLoader());
            made.call();
        } finally {
            Thread.currentThread().setContextClassLoader(own);
            streams.close();
        }
    }

    @Test
    void aClassThatOnlyPrintsHasTheStreamsOfItsRank() throws Exception {
        PrintStream ofTheJvm = System.out;
        printed(Printing.class);
        assertEquals("printed by a pool input", bytes.toString());
        assertSame(ofTheJvm, System.out);
    }

    @Test
    void aStreamThatARankSetsMayWriteToTheOneThatItReplaces() throws Exception {
        printed(Wrapping.class);
        assertEquals("<printed >by a pool <input>", bytes.toString());
    }

    @Test
    void streamsOfTheJvmStayUntilTheLastRanksHaveEnded() {
        PrintStream ofTheJvm = System.out;
        SharedStreams first = SharedStreams.share();
        PrintStream shared = System.out;
        SharedStreams second = SharedStreams.share();
        assertSame(ofTheJvm, second.out());
        first.close();
        assertSame(shared, System.out);
        second.close();
        assertSame(ofTheJvm, System.out);
    }

    @Test
    void otherClassesStayAsTheyAre() throws Exception {
        for (Class<?> type : List.of(Plain.class, Printing.class))
            try (InputStream file =
                    getClass().getResourceAsStream("ClassRewriterTest$" + type.getSimpleName() + ".class")) {
                assertNull(ClassRewriter.rewrite(file.readAllBytes()));
            }
        assertNull(ClassRewriter.rewrite(new byte[] {1, 2, 3}));
        assertNull(ClassRewriter.rewrite(new byte[100]));
        Callable<Object> program = made(Plain.class);
        assertEquals(Long.class, program.call().getClass());
    }
}
