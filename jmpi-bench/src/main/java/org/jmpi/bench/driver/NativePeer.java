package org.jmpi.bench.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jmpi.bench.jobs.Ended;
import org.jmpi.bench.jobs.Processes;
import org.jmpi.bench.peers.CCompiler;
import org.jmpi.bench.peers.ProgramPath;

/** The libraries for C that JMPI is compared with, and how each is told to do what jmpirun does. */
enum NativePeer {
    // It refuses to run as root, and more ranks than cores, unless told otherwise.
    OPENMPI(
            "Open MPI",
            "Open MPI|OpenRTE|PRRTE",
            List.of("--oversubscribe"),
            Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
            // Compare_and_swap crashes in the component rdma of Open MPI 4.1 over shared memory.
            new Way("openmpi", "--mca", "osc", "^rdma"),
            new Way("openmpi-tcp", "--mca", "pml", "ob1", "--mca", "btl", "tcp,self", "--mca", "osc", "pt2pt")),
    MPICH("MPICH", "HYDRA", List.of(), Map.of(), new Way("mpich"));

    /** One of the ways to run a library. */
    private record Way(String name, List<String> words) {
        Way(String name, String... words) {
            this(name, List.of(words));
        }
    }

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern VERSION = Pattern.compile("(?<![\\w.])v?(\\d+\\.\\d+(\\.\\w+)*)");

    private final String title;
    private final Pattern sign;
    private final List<String> options;
    private final Map<String, String> variables;
    private final List<Way> ways;

    NativePeer(String title, String sign, List<String> options, Map<String, String> variables, Way... ways) {
        this.title = title;
        this.sign = Pattern.compile(sign);
        this.options = options;
        this.variables = variables;
        this.ways = List.of(ways);
    }

    /**
     * Compiles the programs for this library, if it is installed.
     *
     * @param placement options of its launcher that say where ranks run
     * @param scratch a folder for what is compiled
     * @return the ways to run it, none if it is not installed
     * @throws IOException if the programs cannot be compiled; the message says why
     */
    List<Library> install(List<String> placement, Processes processes, Path scratch)
            throws IOException, InterruptedException {
        for (String suffix : List.of("." + toString(), "")) {
            Optional<String> launcher = ProgramPath.find("mpirun" + suffix);
            Optional<String> compiler = ProgramPath.find("mpicc" + suffix);
            if (launcher.isEmpty() || compiler.isEmpty()) continue;
            String about = run(processes, launcher.get(), "--version").output();
            if (!sign.matcher(about).find()) continue;
            Path folder = Files.createDirectory(scratch.resolve(toString()));
            compile(processes, compiler.get(), folder);
            return libraries(launcher.get(), compiler.get(), placement, about, folder);
        }
        return List.of();
    }

    private List<Library> libraries(
            String launcher, String compiler, List<String> placement, String about, Path folder) {
        Matcher version = VERSION.matcher(about);
        String number = version.find() ? version.group(1) : "of unknown version";
        List<Library> libraries = new ArrayList<>();
        for (Way way : ways) {
            List<String> words = new ArrayList<>(List.of(launcher));
            words.addAll(options);
            words.addAll(placement);
            words.addAll(way.words());
            String detail = way.words().isEmpty() ? "" : ", " + String.join(" ", way.words());
            libraries.add(
                    new NativeLibrary(way.name(), title + " " + number + detail, compiler, words, variables, folder));
        }
        return libraries;
    }

    static void compile(Processes processes, String compiler, Path folder) throws IOException, InterruptedException {
        CCompiler compilation = new CCompiler(processes, compiler, folder);
        for (MeasuringProgram source : MeasuringProgram.values()) compilation.compile(source.toString(), List.of());
    }

    private static Ended run(Processes processes, String... words) throws IOException, InterruptedException {
        return processes.run(new ProcessBuilder(words), LIMIT);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
