package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

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
}
