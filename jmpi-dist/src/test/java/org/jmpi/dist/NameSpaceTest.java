package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program's libraries are its own, over each transport: JMPI neither brings, nor hides, nor uses them. */
@Timeout(150)
class NameSpaceTest {
    /** Classes of libraries that JMPI contains, that jmpirun and its tools need, or that these would look for. */
    private static final List<String> LIBRARIES = List.of(
            "io.netty.buffer.ByteBuf",
            "io.netty.channel.nio.NioIoHandler",
            "io.netty.util.internal.PlatformDependent",
            "com.esotericsoftware.kryo.Kryo",
            "com.esotericsoftware.kryo.kryo5.Kryo",
            "com.esotericsoftware.kryo.kryo5.io.Output",
            "com.esotericsoftware.minlog.Log",
            "org.objenesis.ObjenesisStd",
            "org.jctools.util.UnsafeAccess",
            "org.slf4j.LoggerFactory",
            "org.apache.logging.log4j.LogManager",
            "org.apache.log4j.Logger",
            "com.google.common.collect.Lists",
            "org.knowm.xchart.XYChart",
            "picocli.CommandLine");

    private static final String LIBRARY = """
            package %s;
            public class %s {
                static { System.setProperty("initialized", "%1$s"); }
                public static String owner() { return "the program"; }
            }
            """;

    private static final String MAIN = """
            import java.util.*;
            import mpi.*;
            public class Owners {
                public static void main(String[] libraries) throws Exception {
                    MPI.Init(libraries);
                    Object[] objects = {new ArrayList<>(List.of("one", 2)), Locale.ROOT};
                    MPI.COMM_WORLD.Bcast(objects, 0, 2, MPI.OBJECT, 0);
                    String initialized = System.getProperty("initialized", "nothing");
                    MPI.COMM_WORLD.Barrier();
                    Set<Object> owners = new TreeSet<>();
                    for (String library : libraries)
                        owners.add(Class.forName(library).getMethod("owner").invoke(null));
                    System.out.println(owners + ", initialized by JMPI: " + initialized);
                    MPI.Finalize();
                }
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"socket, java", "threads, kryo"})
    void librariesAreTheProgramsOwn(String transport, String codec) throws Exception {
        Program program = new Program(folder).source(MAIN);
        for (String library : LIBRARIES) {
            int dot = library.lastIndexOf('.');
            program.source(LIBRARY.formatted(library.substring(0, dot), library.substring(dot + 1)));
        }
        Path classes = program.compile("-classpath", Distribution.classPath());
        List<String> words = new ArrayList<>(List.of("-np", "2", "--transport", transport, "--object-codec", codec));
        words.addAll(List.of("-cp", classes.toString(), "Owners"));
        words.addAll(LIBRARIES);
        String line = "[the program], initialized by JMPI: nothing";
        assertEquals(List.of(line, line), Distribution.jmpirun(folder, words));
    }

    @ParameterizedTest
    @Tag("full")
    @CsvSource({"auto, java", "shm, kryo", "rmi-kryo, kryo"})
    void librariesAreTheProgramsOwnOverTheOthersToo(String transport, String codec) throws Exception {
        librariesAreTheProgramsOwn(transport, codec);
    }
}
