package org.jmpi.run;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.jmpi.comm.bootstrap.LaunchEnvironment;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.datatype.ObjectCodecs;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.trust.JobSecret;

/**
 * The jars of JMPI: those in the folder that the system property {@code jmpi.lib} names, or else jmpirun's own class path.
 *
 * @param comm the jar that ranks in one JVM share
 * @param run jmpirun's own jar
 * @param parser the jars that only jmpirun needs to read its command line: a program may come with other versions of them
 * @param ranks the jars that a rank needs, comm among them
 * @param boot those of them that need no other: a rank's JVM has them in its boot class path
 */
record Installation(Path comm, Path run, List<Path> parser, List<Path> ranks, List<Path> boot) {
    /** The transport that is part of comm itself. */
    static final String THREADS = "threads";

    /** Stands for the best of several transports, for each pair of ranks. */
    static final String AUTO = "auto";

    /** The names that need no provider. */
    static final List<String> BUILT_IN = List.of(THREADS, AUTO);

    static final String DEFAULT_TRANSPORT = AUTO;

    private static final String PARSER = "picocli-";

    /** How the jars begin that need no library; in this order, as ranks look for a transport in one after the other. */
    private static final List<String> WITHOUT_LIBRARIES =
            List.of("jmpi-transport-shm-", "jmpi-api-", "jmpi-comm-", "jmpi-bench-", "jmpi-jobs-", "ibm-test-suite-");

    static Installation find() {
        String lib = System.getProperty("jmpi.lib");
        List<Path> all = lib == null
                ? ClassPath.parse(System.getProperty("java.class.path")).entries()
                : ClassPath.of(ClassPath.jars(Path.of(lib))).entries();
        Path comm = placeOf(LaunchEnvironment.class);
        Path run = placeOf(Jmpirun.class);
        List<Path> parser = new ArrayList<>();
        List<Path> ranks = new ArrayList<>();
        for (Path jar : all) {
            if (jar.getFileName().toString().startsWith(PARSER)) parser.add(jar);
            else if (!real(jar).equals(run)) ranks.add(jar);
        }
        return new Installation(comm, run, parser, ranks, withoutLibraries(ranks));
    }

    /**
     * Returns what a transport asks of a job.
     *
     * @throws BadInputException if there is none of that name
     */
    Traits transport(String name) {
        if (BUILT_IN.contains(name)) return Traits.builtIn(name, boot.isEmpty());
        List<String> names = new ArrayList<>(BUILT_IN);
        try (URLClassLoader loader = ClassPath.of(ranks).loader(Installation.class.getClassLoader())) {
            for (TransportProvider provider : ServiceLoader.load(TransportProvider.class, loader)) {
                if (provider.name().equals(name)) return Traits.of(provider, !boots(provider));
                if (!names.contains(provider.name())) names.add(provider.name());
            }
        } catch (IOException e) {
            throw new BadInputException("cannot read the jars of JMPI: " + e.getMessage(), e);
        }
        throw new BadInputException("no transport " + name + ": there are " + String.join(", ", names));
    }

    /** Removes what the ranks of a job that failed have left behind, by any of the transports. */
    void removeRemains(JobSecret secret, JmpiConfig config) throws IOException {
        try (URLClassLoader loader = ClassPath.of(ranks).loader(Installation.class.getClassLoader())) {
            for (TransportProvider provider : ServiceLoader.load(TransportProvider.class, loader))
                provider.removeRemains(secret, config);
        }
    }

    /** Returns the names of the object codecs that ranks find, with the program's own class path in front. */
    Set<String> objectCodecs(ClassPath program) {
        try (URLClassLoader loader = program.plus(ranks).loader(Installation.class.getClassLoader())) {
            return ObjectCodecs.names(loader);
        } catch (IOException e) {
            throw new BadInputException("cannot read the class path of the program: " + e.getMessage(), e);
        }
    }

    private static List<Path> withoutLibraries(List<Path> jars) {
        List<Path> found = new ArrayList<>();
        for (String beginning : WITHOUT_LIBRARIES)
            for (Path jar : jars) if (jar.getFileName().toString().startsWith(beginning)) found.add(jar);
        return found;
    }

    /** Returns the jars that a rank needs and does not boot from. */
    List<Path> libraries() {
        List<Path> rest = new ArrayList<>(ranks);
        rest.removeAll(boot);
        return rest;
    }

    private boolean boots(TransportProvider provider) {
        Path jar = placeOf(provider.getClass());
        return boot.stream().map(Installation::real).anyMatch(jar::equals);
    }

    private static Path placeOf(Class<?> type) {
        try {
            return real(Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI()));
        } catch (URISyntaxException e) {
            throw new IllegalStateException("no path to the jar of " + type, e);
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
