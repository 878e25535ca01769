package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The distribution brings Kryo, and a job that does not name it loads nothing of it. */
@Timeout(150)
class ObjectCodecTest {
    private static final int LIMIT_SECONDS = 50;

    @TempDir
    private Path folder;

    private long classesOfKryo(String transport, String... options) throws Exception {
        String log = "-Xlog:class+load:file=" + folder.resolve("loads-%p");
        List<String> words = Stream.of(
                        Stream.of("-np", "2", "--transport", transport, log),
                        Stream.of(options),
                        Stream.of("ibm", "beyond/pt2pt/objectgraphs"))
                .flatMap(part -> part)
                .toList();
        Distribution.Ended ended = Distribution.run(folder, LIMIT_SECONDS, Map.of("JMPI_CACHE", "off"), words);
        assertEquals(0, ended.exitCode(), ended::toString);
        assertFalse(ended.toString().contains("WARNING"), ended::toString);
        return lines().filter(line -> line.contains("org.jmpi.codec.kryo.kryo5."))
                .count();
    }

    private Stream<String> lines() throws IOException {
        try (Stream<Path> logs = Files.list(folder)) {
            return logs.toList().stream().flatMap(ObjectCodecTest::linesOf);
        }
    }

    private static Stream<String> linesOf(Path log) {
        try {
            return Files.readAllLines(log).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void kryoIsLoadedIfItIsNamed() throws Exception {
        kryoIsLoadedIfItIsNamed("shm");
    }

    @ParameterizedTest
    @Tag("full")
    @ValueSource(strings = {"threads", "socket"})
    void kryoIsLoadedIfItIsNamed(String transport) throws Exception {
        assertEquals(0, classesOfKryo(transport));
        assertNotEquals(0, classesOfKryo(transport, "--object-codec", "kryo"));
    }

    /** Compiles a program that marks its objects by its own codec, and prints how many its rank has decoded. */
    private Path marking(String mark) throws IOException {
        Path classes = new Program(folder.resolve(mark))
                .source("""
                import java.io.IOException;
                import java.io.InputStream;
                import mpi.MPI;
                import mpi.Request;
                import org.jmpi.comm.config.JmpiConfig;
                import org.jmpi.comm.datatype.*;
                public class Marks implements ObjectCodecProvider, ObjectCodec {
                    static int decoded;
                    public String name() { return "marks"; }
                    public ObjectCodec open(JmpiConfig config) { return this; }
                    public void encode(Object[] array, int offset, int count, EncodedOutput out) throws IOException {
                        out.write((array[offset] + " by MARK").getBytes());
                    }
                    public void decode(InputStream in, Object[] array, int offset, int count) throws IOException {
                        decoded++;
                        array[offset] = new String(in.readAllBytes()) + " for MARK";
                    }
                    public static void main(String[] args) {
                        MPI.Init(args);
                        Object[] got = new Object[1];
                        Request receive = MPI.COMM_SELF.Irecv(got, 0, 1, MPI.OBJECT, 0, 0);
                        MPI.COMM_SELF.Send(new Object[] {"text"}, 0, 1, MPI.OBJECT, 0, 0);
                        receive.Wait();
                        System.out.println(got[0] + " " + decoded);
                        MPI.Finalize();
                    }
                }
                """.replace("MARK", mark))
                .compile("-classpath", Distribution.classPath());
        Path service = classes.resolve("META-INF/services/org.jmpi.comm.datatype.ObjectCodecProvider");
        Files.createDirectories(service.getParent());
        Files.writeString(service, "Marks\n");
        return classes;
    }

    /** Also if the ranks of both are threads of one JVM, which has the classes of both. */
    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm"})
    void eachProgramHasTheCodecOfItsOwnClassPath(String transport) throws Exception {
        String a = marking("a").toString();
        String b = marking("b").toString();
        List<String> words =
                List.of("--transport", transport, "-Djmpi.object.codec=marks", "-np", "1", "-cp", a, "Marks");
        List<String> others = List.of(":", "-Djmpi.object.codec=marks", "-np", "2", "-cp", b, "Marks");
        List<String> lines = Distribution.jmpirun(
                folder, Stream.of(words, others).flatMap(List::stream).toList());
        assertEquals(
                List.of("text by a for a 1", "text by b for b 1", "text by b for b 1"),
                lines.stream().sorted().toList());
    }

    @Test
    void aCodecOfAnotherProgramIsNoneOfThisOne() throws Exception {
        Path a = marking("a");
        List<String> words = List.of(
                "--transport",
                "threads",
                "-Djmpi.object.codec=marks",
                "-np",
                "1",
                "-cp",
                a.toString(),
                "Marks",
                ":",
                "-np",
                "1",
                "hello");
        Distribution.Ended ended = Distribution.run(folder, LIMIT_SECONDS, words);
        assertEquals(1, ended.exitCode(), ended::toString);
        String line = "setting jmpi.object.codec: no object codec marks: there are java, kryo";
        assertTrue(ended.err().stream().anyMatch(each -> each.contains("rank 1")), ended::toString);
        assertTrue(ended.err().stream().anyMatch(each -> each.contains(line)), ended::toString);
    }
}
