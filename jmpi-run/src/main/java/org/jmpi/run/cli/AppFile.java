package org.jmpi.run.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.CommandWords;
import org.jmpi.run.system.TextFile;
import picocli.CommandLine.ParameterException;

/**
 * A file of programs, one application context per line, as Open MPI's {@code --app} and MPICH's {@code -configfile}
 * take it. A {@code #} begins a comment; a backslash at the end of a line continues it.
 */
public final class AppFile {
    private AppFile() {}

    /** @throws BadInputException if the file cannot be read, or a line is malformed; the message names the line */
    public static List<AppOptions> read(String name) {
        List<AppOptions> apps = new ArrayList<>();
        StringBuilder joined = new StringBuilder();
        int number = 0;
        int start = 1;
        for (String line : lines(name)) {
            number++;
            if (joined.length() == 0) start = number;
            if (line.endsWith("\\") && !line.strip().startsWith("#")) {
                joined.append(line, 0, line.length() - 1).append(' ');
                continue;
            }
            add("--app " + name + ", line " + start, joined + line, apps);
            joined.setLength(0);
        }
        add("--app " + name + ", line " + start, joined.toString(), apps);
        if (apps.isEmpty()) throw new BadInputException("--app " + name + ": names no program");
        return apps;
    }

    private static List<String> lines(String name) {
        try {
            return TextFile.lines(Path.of(name));
        } catch (IOException | RuntimeException e) {
            throw new BadInputException("--app " + name + ": cannot read the file: " + e, e);
        }
    }

    private static void add(String place, String line, List<AppOptions> apps) {
        List<String> words = CommandWords.of(place, line);
        if (words.isEmpty()) return;
        try {
            apps.addAll(AppOptions.parseFurther(words));
        } catch (BadInputException | ParameterException e) {
            throw new BadInputException(place + ": " + e.getMessage(), e);
        }
    }
}
