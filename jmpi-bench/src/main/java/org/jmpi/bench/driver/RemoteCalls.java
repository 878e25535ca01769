package org.jmpi.bench.driver;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jmpi.bench.jobs.CodePlace;

/**
 * A way to call objects in other JVMs, with programs of its own that do what ours do with messages: a master calls its
 * workers. oncrpc4j lies in the folder {@code rpc} beside the jar of this class, in no program's class path.
 *
 * @param folder of its jars
 */
record RemoteCalls(String name, String version, Path folder) implements Library {
    private static final String FOLDER = "rpc";
    private static final String MAIN_CLASS = "org.jmpi.bench.rpc.Calls";
    private static final Pattern ONC_RPC = Pattern.compile("oncrpc4j-core-(.+)\\.jar");

    /** Returns bare Java RMI and ONC RPC, or nothing if the folder is not there. */
    static List<Library> find() throws IOException {
        return in(Path.of(CodePlace.of(RemoteCalls.class)).resolveSibling(FOLDER));
    }

    private static List<Library> in(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) return List.of();
        try (Stream<Path> jars = Files.list(folder)) {
            String number = jars.map(jar -> ONC_RPC.matcher(jar.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(match -> match.group(1))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no oncrpc4j-core in " + folder));
            return List.of(
                    new RemoteCalls("java-rmi", "Java RMI of the JDK, called by a program without MPI", folder),
                    new RemoteCalls("onc-rpc", "ONC RPC, oncrpc4j " + number, folder));
        }
    }

    @Override
    public boolean passesMessages() {
        return false;
    }

    @Override
    public ProcessBuilder command(Experiment experiment, Duration limit) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-cp", CodePlace.of(RemoteCalls.class) + File.pathSeparator + folder.resolve("*")));
        words.addAll(List.of(MAIN_CLASS, "--by", name.toUpperCase(Locale.ROOT).replace('-', '_')));
        words.addAll(List.of("--np", Integer.toString(experiment.ranks())));
        words.addAll(List.of("--program", experiment.program().toString()));
        words.addAll(experiment.arguments());
        return new ProcessBuilder(words);
    }
}
