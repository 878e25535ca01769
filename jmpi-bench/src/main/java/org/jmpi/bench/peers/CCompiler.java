package org.jmpi.bench.peers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.bench.jobs.Ended;
import org.jmpi.bench.jobs.Lines;
import org.jmpi.bench.jobs.Processes;

/**
 * Compiles programs whose sources are resources beside this class.
 *
 * @param command the compiler
 * @param folder where sources and programs go
 */
public record CCompiler(Processes processes, String command, Path folder) {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final List<String> HEADERS = List.of("options.h", "bench.h", "product.h");

    /**
     * Compiles {@code NAME.c}.
     *
     * @param options that follow the source, such as libraries
     * @return the program
     * @throws IOException if it cannot be compiled; the message says why, in one line
     */
    public Path compile(String name, List<String> options) throws IOException, InterruptedException {
        for (String header : HEADERS) if (Files.notExists(folder.resolve(header))) copy(header);
        Path program = folder.resolve(name);
        // No fused multiplication and addition: the checksum of the picture must be that of Java.
        List<String> words = new ArrayList<>(List.of(command, "-O2", "-std=gnu11", "-ffp-contract=off"));
        words.addAll(List.of("-o", program.toString(), copy(name + ".c").toString()));
        words.addAll(options);
        Ended ended = processes.run(new ProcessBuilder(words), LIMIT);
        if (ended.exitCode() != 0) throw new IOException(command + " " + name + ".c: " + reason(ended.output()));
        return program;
    }

    /** Returns the compiler's first error, such as a header file that is missing, or else its last line. */
    private static String reason(String output) {
        return output.lines()
                .filter(line -> line.contains("error: "))
                .findFirst()
                .orElseGet(() -> Lines.last(output));
    }

    private Path copy(String name) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream in = CCompiler.class.getResourceAsStream(name)) {
            Files.copy(in, file);
        }
        return file;
    }
}
