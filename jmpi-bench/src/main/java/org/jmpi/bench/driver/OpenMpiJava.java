package org.jmpi.bench.driver;

import java.io.File;
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
 * Open MPI's Java binding, which Open MPI had until 2026, with programs in its dialect.
 *
 * @param open the library for C under it, with its launcher
 * @param library the folder of {@code libmpi_java.so}
 * @param classPath the binding's classes and the programs
 */
record OpenMpiJava(NativeLibrary open, Path library, String classPath) implements Library {
    static final String NAME = "openmpi-java";

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String BUILD = "build.sh";
    private static final List<String> SOURCES =
            List.of("CommandLine.java", "PingPong.java", "Collectives.java", "Mandelbrot.java", "Matrix.java", BUILD);

    /**
     * Compiles the programs for the binding of an installed Open MPI, and the binding's classes if need be.
     *
     * @param open what {@link NativePeer#OPENMPI} has installed
     * @return the binding, none if it has no library
     * @throws IOException if the programs cannot be compiled; the message says what to install
     */
    static List<Library> install(NativeLibrary open, Processes processes, Path scratch)
            throws IOException, InterruptedException {
        Ended ended = processes.run(new ProcessBuilder(open.compiler(), "--showme:libdirs"), LIMIT);
        if (ended.exitCode() != 0) return List.of();
        for (String name : ended.output().strip().split(" ")) {
            Path folder = Path.of(name);
            if (!Files.isReadable(folder.resolve(System.mapLibraryName("mpi_java")))) continue;
            Path own = Files.createDirectory(scratch.resolve(NAME));
            String classes = build(folder, own, processes);
            return List.of(new OpenMpiJava(open, folder, classes + File.pathSeparator + own.resolve("classes")));
        }
        return List.of();
    }

    private static String build(Path library, Path own, Processes processes) throws IOException, InterruptedException {
        for (String source : SOURCES) {
            try (InputStream in =
                    OpenMpiJava.class.getResourceAsStream("/org/jmpi/bench/peers/openmpi-java/" + source)) {
                Files.copy(in, own.resolve(source));
            }
        }
        ProcessBuilder builder = new ProcessBuilder("sh", BUILD, library.toString(), System.getProperty("java.home"))
                .directory(own.toFile());
        Ended ended = processes.run(builder, LIMIT);
        if (ended.exitCode() != 0) throw new IOException(Lines.last(ended.output()));
        return Lines.last(ended.output());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String version() {
        return "Java binding of " + open.version();
    }

    @Override
    public ProcessBuilder command(Experiment experiment, Duration limit) throws IOException {
        if (experiment.program() == MeasuringProgram.RMA || experiment.program() == MeasuringProgram.SPAWN)
            throw new IOException("there is no " + experiment.program() + " for the Java binding of Open MPI");
        List<String> words = new ArrayList<>(open.launcher());
        words.addAll(List.of("-n", Integer.toString(experiment.ranks())));
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-Djava.library.path=" + library, "-cp", classPath));
        words.add(experiment.program().mainClass().getSimpleName());
        words.addAll(experiment.arguments());
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(open.variables());
        return builder;
    }
}
