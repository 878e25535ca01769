package org.jmpi.bench.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jmpi.bench.jobs.Ended;
import org.jmpi.bench.jobs.Processes;

/**
 * The program {@code oncrpc.c}: ONC RPC by libtirpc.
 *
 * @param version of libtirpc
 */
public record OncRpcProgram(Path file, String version) {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String LIBRARY = "libtirpc";

    /**
     * Compiles the program.
     *
     * @param folder for what is compiled
     * @return empty if {@code cc}, {@code pkg-config} or the headers of libtirpc are not installed
     * @throws IOException if it cannot be compiled; the message says why, in one line
     */
    public static Optional<OncRpcProgram> compile(Processes processes, Path folder)
            throws IOException, InterruptedException {
        Optional<String> compiler = ProgramPath.find("cc");
        Optional<String> packages = ProgramPath.find("pkg-config");
        if (compiler.isEmpty() || packages.isEmpty()) return Optional.empty();
        Ended options = processes.run(new ProcessBuilder(packages.get(), "--cflags", "--libs", LIBRARY), LIMIT);
        if (options.exitCode() != 0) return Optional.empty();
        Ended version = processes.run(new ProcessBuilder(packages.get(), "--modversion", LIBRARY), LIMIT);
        List<String> words = List.of(("-pthread " + options.output()).strip().split("\\s+"));
        Path program = new CCompiler(processes, compiler.get(), folder).compile("oncrpc", words);
        return Optional.of(new OncRpcProgram(program, version.output().strip()));
    }
}
