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
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** Classes of a rank's loader, which refer to the rank's streams and end, run in this JVM. */
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

    static final class Streams implements Callable<Object> {
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

    @Test
    void otherClassesStayAsTheyAre() throws Exception {
        try (InputStream file = getClass().getResourceAsStream("ClassRewriterTest$Plain.class")) {
            assertNull(ClassRewriter.rewrite(file.readAllBytes()));
        }
        assertNull(ClassRewriter.rewrite(new byte[] {1, 2, 3}));
        assertNull(ClassRewriter.rewrite(new byte[100]));
        Callable<Object> program = made(Plain.class);
        assertEquals(Long.class, program.call().getClass());
    }
}
