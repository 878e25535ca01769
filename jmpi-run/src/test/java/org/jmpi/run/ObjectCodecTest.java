package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import mpi.MPI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The codec that the command line names, here one of the program's own class path, is what the ranks use. */
@Tag("job")
@Timeout(120)
class ObjectCodecTest {
    /** Prints what rank 1 gets. */
    public static final class Program {
        private Program() {}

        public static void main(String[] args) {
            MPI.Init(args);
            Object[] text = {"text"};
            if (MPI.COMM_WORLD.Rank() == 0) MPI.COMM_WORLD.Send(text, 0, 1, MPI.OBJECT, 1, 0);
            else MPI.COMM_WORLD.Recv(text, 0, 1, MPI.OBJECT, 0, 0);
            if (MPI.COMM_WORLD.Rank() == 1) System.out.println(text[0]);
            MPI.Finalize();
        }
    }

    /** Prints what rank 1 gets, whose class Java serialisation refuses. */
    public static final class BareProgram {
        private BareProgram() {}

        private static final class Bare {
            String text = "default";
        }

        public static void main(String[] args) {
            MPI.Init(args);
            Bare bare = new Bare();
            bare.text = "bare";
            Object[] one = {bare};
            if (MPI.COMM_WORLD.Rank() == 0) MPI.COMM_WORLD.Send(one, 0, 1, MPI.OBJECT, 1, 0);
            else MPI.COMM_WORLD.Recv(one, 0, 1, MPI.OBJECT, 0, 0);
            if (MPI.COMM_WORLD.Rank() == 1) System.out.println(((Bare) one[0]).text);
            MPI.Finalize();
        }
    }

    /** Kryo takes what is listed. */
    private static Launch launchBare(String... options) throws Exception {
        String[] program = {
            "-np",
            "2",
            "-Djmpi.object.classes=" + BareProgram.Bare.class.getName(),
            "-cp",
            Launch.testClasses(),
            BareProgram.class.getName()
        };
        return Launch.start(
                Stream.concat(Stream.of(options), Stream.of(program)).toArray(String[]::new));
    }

    private static Launch launch(String... options) throws Exception {
        String[] program = {"-np", "2", "-cp", Launch.testClasses(), Program.class.getName()};
        String[] words = new String[options.length + program.length];
        System.arraycopy(options, 0, words, 0, options.length);
        System.arraycopy(program, 0, words, options.length, program.length);
        return Launch.start(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm"})
    void aProgramsOwnCodec(String transport) throws Exception {
        try (Launch launch =
                launch("--transport", transport, "--object-codec", "marking").expect(0)) {
            assertEquals("marked text\n", launch.out());
        }
    }

    @Test
    void aCodecThatOnlyTheRanksHearOfIsNamedBeforeTheyCompute() throws Exception {
        try (Launch launch =
                launch("--transport", "shm", "-Djmpi.object.codec=pigeon").expect(1)) {
            assertEquals("", launch.out());
            String why = "setting jmpi.object.codec: no object codec pigeon: there are java, kryo, marking";
            assertTrue(launch.err().contains(why), launch.err());
        }
    }

    @Tag("full")
    @Test
    void aTransportBringsItsCodecUnlessTheUserNamesAnother() throws Exception {
        try (Launch launch = launchBare("--transport", "rmi-kryo").expect(0)) {
            assertEquals("bare\n", launch.out());
        }
        try (Launch launch = launchBare("--transport", "rmi-kryo", "-x", "JMPI_OBJECT_CODEC=java")
                .expect(1)) {
            assertTrue(launch.err().contains(BareProgram.Bare.class.getName()), launch.err());
        }
    }

    @ParameterizedTest
    @CsvSource({"threads, kryo", "shm, java"})
    void theProgramsClassesAreFoundOnAnyThread(String transport, String codec) throws Exception {
        List<String> options = List.of("--object-codec", codec);
        try (Launch launch =
                Launch.program(PoolsProgram.class, 2, transport, options).expect(0)) {
            assertEquals("received 9\nreceived 9\n", launch.out());
        }
    }
}
