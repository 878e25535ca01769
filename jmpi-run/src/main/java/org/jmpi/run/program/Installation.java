package org.jmpi.run.program;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.datatype.ObjectCodecs;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.run.system.BadInputException;
import org.jmpi.tls.Tls;

/**
 * The jars of JMPI: those in the folder that the system property {@code jmpi.lib} names, or else jmpirun's own class
 * path.
 *
 * @param comm the jar that ranks in one JVM share
 * @param run jmpirun's own jar
 * @param tools the jars that only jmpirun and its tools need; no rank sees them
 * @param ranks the jars that a rank needs, comm among them
 * @param boots whether a rank's JVM has them in its boot class path
 */
public record Installation(Path comm, Path run, List<Path> tools, List<Path> ranks, boolean boots) {
    /** The transport that is part of comm itself. */
    public static final String THREADS = "threads";

    /** Stands for the best of several transports, for each pair of ranks. */
    public static final String AUTO = "auto";

    /** The names that need no provider. */
    static final List<String> BUILT_IN = List.of(THREADS, AUTO);

    public static final String DEFAULT_TRANSPORT = AUTO;

    private static final String PARSER = "picocli-";

    /** The folder of the tools' jars. */
    public static final String TOOLS = "tools";

    /**
     * The beginnings of the names of the jars that most ranks need: a rank looks for a class or a transport in one jar
     * after the other.
     */
    private static final List<String> OF_MOST_RANKS =
            List.of("jmpi-transport-shm", "jmpi-api", "jmpi-typed", "jmpi-comm");

    /** The beginnings of the names of the jars that hold programs, and of the jars that these need. */
    private static final List<String> WITH_PROGRAMS = List.of("jmpi-bench", "ibm-test-suite");

    /** Returns whether a jar holds programs that jmpirun starts by name. */
    public static boolean holdsPrograms(Path jar) {
        String name = jar.getFileName().toString();
        return WITH_PROGRAMS.stream().anyMatch(name::startsWith);
    }

    public static Installation find() {
        String lib = System.getProperty("jmpi.lib");
        List<Path> all =
                lib == null ? own() : ClassPath.of(ClassPath.jars(Path.of(lib))).entries();
        Path run = placeOf(Installation.class);
        List<Path> tools = new ArrayList<>();
        List<Path> ranks = new ArrayList<>();
        int first = 0;
        for (Path jar : all) {
            if (isParser(jar)) tools.add(jar);
            else if (isOfMostRanks(jar)) ranks.add(first++, jar);
            else if (!real(jar).equals(run)) ranks.add(jar);
        }
        if (lib != null)
            tools.addAll(ClassPath.of(ClassPath.jars(Path.of(lib, TOOLS))).entries());
        return new Installation(placeOf(LaunchEnvironment.class), run, tools, ranks, lib != null);
    }

    /** Returns jmpirun's own class path: that of a loader made for it, as by Maven's exec:java, or the JVM's. */
    public static List<Path> own() {
        if (!(Installation.class.getClassLoader() instanceof URLClassLoader loader))
            return ClassPath.parse(System.getProperty("java.class.path")).entries();
        return Stream.of(loader.getURLs()).map(Installation::path).toList();
    }

    /** Returns the repository of the distribution that has started this jmpirun; null if there is none. */
    public static Path repository() {
        String lib = System.getProperty("jmpi.lib");
        if (lib == null) return null;
        Path repository = Path.of(lib).toAbsolutePath().resolveSibling("repository");
        return Files.isDirectory(repository) ? repository : null;
    }

    private static boolean isOfMostRanks(Path jar) {
        return OF_MOST_RANKS.stream()
                .anyMatch(start -> jar.getFileName().toString().startsWith(start));
    }

    private static boolean isParser(Path jar) {
        return jar.getFileName().toString().startsWith(PARSER);
    }

    /** Returns the jars of jmpirun that its agents need, too. */
    public List<Path> agent() {
        return List.of(comm, run, placeOf(Tls.class));
    }

    /** Returns the jars that read jmpirun's command line. */
    public List<Path> parser() {
        return tools.stream().filter(Installation::isParser).toList();
    }

    /**
     * Returns what a transport asks of a job.
     *
     * @throws BadInputException if there is none of that name
     */
    public TransportCapabilities transport(String name) {
        if (name.equals(THREADS)) return TransportCapabilities.threads(name);
        if (name.equals(AUTO)) return TransportCapabilities.auto(name);
        List<String> names = new ArrayList<>(BUILT_IN);
        try (URLClassLoader loader = ClassPath.of(ranks).loader(Installation.class.getClassLoader())) {
            for (TransportProvider provider : ServiceLoader.load(TransportProvider.class, loader)) {
                if (provider.name().equals(name)) return TransportCapabilities.of(provider);
                if (!names.contains(provider.name())) names.add(provider.name());
            }
        } catch (IOException e) {
            throw new BadInputException("cannot read the jars of JMPI: " + e.getMessage(), e);
        }
        throw new BadInputException("no transport " + name + ": there are " + String.join(", ", names));
    }

    /** Removes what the ranks of a job that failed have left behind, by any of the transports in some jars. */
    public static void removeRemains(List<Path> jars, JobSecret secret, JmpiConfig config) throws IOException {
        try (URLClassLoader loader = ClassPath.of(jars).loader(Installation.class.getClassLoader())) {
            for (TransportProvider provider : ServiceLoader.load(TransportProvider.class, loader))
                provider.removeRemains(secret, config);
        }
    }

    /** Returns the names of the object codecs that ranks find, with the program's own class path in front. */
    public Set<String> objectCodecs(ClassPath program) {
        try (URLClassLoader loader = program.plus(ranks).loader(Installation.class.getClassLoader())) {
            return ObjectCodecs.names(loader);
        } catch (IOException e) {
            throw new BadInputException("cannot read the class path of the program: " + e.getMessage(), e);
        }
    }

    public static Path placeOf(Class<?> type) {
        return real(path(type.getProtectionDomain().getCodeSource().getLocation()));
    }

    /** Returns the file or folder that a loader finds classes in. */
    public static Path path(URL place) {
        try {
            return Path.of(place.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("no path to " + place, e);
        }
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            throw new BadInputException("cannot read " + path, e);
        }
    }
}
