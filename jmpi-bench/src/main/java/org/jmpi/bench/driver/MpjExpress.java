package org.jmpi.bench.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jmpi.bench.jobs.CodePlace;

/**
 * MPJ Express, whose ranks are threads of one JVM. It runs our own classes, as they are.
 *
 * @param home its folder
 * @param number its version
 */
record MpjExpress(Path home, String number) implements Library {
    static final String NAME = "mpj-multicore";

    private static final String STARTER = "lib/starter.jar";
    private static final Pattern VERSION = Pattern.compile("[-_v](\\d+([._]\\d+)+)");

    /** Where Debian's package puts what the home consists of otherwise. */
    private static final Path PACKAGED = Path.of("/usr/share/mpj");

    private static final Path PACKAGED_CONF = Path.of("/etc/mpj/mpjexpress.conf");
    private static final Path PACKAGED_LOG4J = Path.of("/usr/share/java/log4j-1.2.jar");

    /**
     * Finds it where the variable MPJ_HOME says, or where a package has put it.
     *
     * @param scratch a folder in which a home can be made
     */
    static Optional<Library> find(Path scratch) throws IOException {
        String home = System.getenv("MPJ_HOME");
        if (home != null && Files.isReadable(Path.of(home, STARTER)))
            return Optional.of(new MpjExpress(Path.of(home), number(Path.of(home))));
        if (!Files.isReadable(PACKAGED.resolve(STARTER))) return Optional.empty();
        return Optional.of(new MpjExpress(packaged(scratch), number(PACKAGED)));
    }

    /** Returns the version, which the names of the files or of the folder tell. */
    private static String number(Path home) throws IOException {
        Matcher version = VERSION.matcher(home.resolve(STARTER).toRealPath().toString());
        return version.find() ? version.group(1) : "of unknown version";
    }

    /** Makes a home of copies: the jars of the package look for log4j beside themselves, where it is not. */
    private static Path packaged(Path scratch) throws IOException {
        Path home = Files.createDirectory(scratch.resolve("mpj-home"));
        Path lib = Files.createDirectory(home.resolve("lib"));
        Files.createDirectory(home.resolve("logs"));
        try (Stream<Path> jars = Files.list(PACKAGED.resolve("lib"))) {
            for (Path jar : jars.toList()) Files.copy(jar, lib.resolve(jar.getFileName()));
        }
        if (Files.isReadable(PACKAGED_LOG4J)) Files.copy(PACKAGED_LOG4J, lib.resolve(PACKAGED_LOG4J.getFileName()));
        if (Files.isReadable(PACKAGED_CONF)) {
            Path conf = Files.createDirectory(home.resolve("conf"));
            Files.copy(PACKAGED_CONF, conf.resolve(PACKAGED_CONF.getFileName()));
        }
        return home;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String version() {
        return "MPJ Express " + number + ", multicore configuration";
    }

    @Override
    public ProcessBuilder command(Experiment experiment, Duration limit) throws IOException {
        if (experiment.program() == MeasuringProgram.RMA)
            throw new IOException("MPJ Express has no one-sided communication");
        if (experiment.program() == MeasuringProgram.SPAWN) throw new IOException("MPJ Express spawns no processes");
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-jar", home.resolve(STARTER).toString()));
        words.addAll(List.of("-np", Integer.toString(experiment.ranks()), "-cp", CodePlace.of(MeasuringProgram.class)));
        words.add(experiment.program().mainClass().getName());
        words.addAll(experiment.arguments());
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().put("MPJ_HOME", home.toString());
        return builder;
    }
}
