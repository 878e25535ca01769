package org.jmpi.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The profiler of each rank ({@code --profile}): async-profiler where it is installed, else Flight Recorder, which is
 * part of the JDK. Each JVM writes a file when it ends.
 *
 * @param library of async-profiler; null for Flight Recorder
 * @param folder of the files
 */
record Profiler(Path library, Path folder) {
    /** The folder if the user names none. */
    static final String USUAL_FOLDER = "profile";

    /** The variable that names the folder of async-profiler. */
    static final String HOME = "ASYNC_PROFILER_HOME";

    private static final List<String> PLACES =
            List.of("/opt/async-profiler/lib", "/usr/local/lib", "/usr/lib", "/usr/lib64");

    /**
     * Chooses a profiler.
     *
     * @param folder of the files
     * @param elsewhere whether there are ranks on other hosts, which have async-profiler only if the user says so
     * @throws BadInputException if the user's async-profiler is not there
     */
    static Profiler choose(Path folder, boolean elsewhere, Map<String, String> environment, CommandPath commands) {
        String home = environment.get(HOME);
        if (home != null && !home.isEmpty()) {
            Optional<Path> library = first(List.of(Path.of(home, "lib"), Path.of(home)));
            if (library.isPresent()) return new Profiler(library.get().toAbsolutePath(), folder);
            throw new BadInputException(
                    "--profile: no " + library(Path.of("")) + " in " + home + " or its lib, where " + HOME + " leads");
        }
        if (elsewhere) return new Profiler(null, folder);
        return new Profiler(installed(commands).orElse(null), folder);
    }

    private static Optional<Path> installed(CommandPath commands) {
        List<Path> folders = new ArrayList<>();
        commands.find("asprof").ifPresent(command -> folders.add(besides(command)));
        for (String place : PLACES) folders.add(Path.of(place));
        return first(folders);
    }

    private static Optional<Path> first(List<Path> folders) {
        return folders.stream()
                .map(Profiler::library)
                .filter(Files::isRegularFile)
                .findFirst();
    }

    /** The command is in the folder {@code bin} beside {@code lib}, perhaps by a link. */
    private static Path besides(Path command) {
        try {
            return command.toRealPath().resolveSibling("../lib").normalize();
        } catch (IOException e) {
            return command.resolveSibling("../lib").normalize();
        }
    }

    private static Path library(Path folder) {
        return folder.resolve(System.mapLibraryName("asyncProfiler"));
    }

    private String file() {
        return folder.resolve("rank-" + RankPlaceholder.RANK + (library == null ? ".jfr" : ".html"))
                .toString();
    }

    /**
     * Returns the options of the JVM. Samples by a timer need no right of the system. Without {@code log}
     * async-profiler writes to the standard output of the program.
     */
    List<String> options() {
        if (library != null) return List.of("-agentpath:" + library + "=start,event=itimer,log=stderr,file=" + file());
        String start = "-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=" + file();
        return List.of(start, "-Xlog:jfr+startup=error");
    }

    /** Returns a line about what is written where. */
    String line() {
        String by = library == null ? "Flight Recorder" : "async-profiler";
        return "profile: each JVM writes " + file() + " at its end, by " + by;
    }
}
