package org.jmpi.run.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.CommandPath;

/** The first line of a file, which may name the command that runs the file: {@code #!/usr/bin/env jmpirun}. */
final class ScriptLine {
    private static final String SIGN = "#!";
    private static final int MOST_BYTES = 1 << 14;

    private static final Pattern COMMENT = Pattern.compile("(?m)(?<=^|\\s)#.*$");
    private static final Pattern HERE_DOCUMENT = Pattern.compile("(?s)<<-?\\s*(['\"]?)(\\w+)\\1.*?\\n\\s*\\2(?=\\s|$)");

    /** The words after which a shell expects a command. */
    private static final String COMMAND_PLACE = "(?:^|[;&|({`]|\\b(?:then|do|else)\\s)\\s*";

    private static final String ASSIGNMENTS = "(?:\\w+=\\S*\\s+)*";

    /** Commands which run the command that is among their arguments. */
    private static final List<String> RUNNERS = List.of(
            "exec",
            "env",
            "nice",
            "ionice",
            "nohup",
            "time",
            "timeout",
            "command(?!\\s+-[vV])",
            "setsid",
            "stdbuf",
            "numactl",
            "taskset",
            "srun",
            "sudo",
            "xargs",
            "apptainer",
            "singularity",
            "docker",
            "podman");

    private static final String RUNNER = "(?:(?:" + String.join("|", RUNNERS) + ")\\s(?:[^;&|\\n]*\\s)?)?";

    /** jmpirun in double quotes, in single quotes, or in none, perhaps with a path. */
    private static final String WORD =
            "(?:\"(?:[^\"\\n]*/)?jmpirun\"|'(?:[^'\\n]*/)?jmpirun'" + "|(?:[^\\s\"';&|]*/)?jmpirun(?=[\\s;&|)`]|$))";

    private static final String IN_VARIABLE = "^\\s*(?:export\\s+)?\\w+\\s*=\\s*[\"']?[^\"'\\n]*\\bjmpirun[\"']?\\s*$";

    /** In a list of words of another language. */
    private static final String IN_LIST = "[\"'](?:[^\"'\\s]*/)?jmpirun[\"']\\s*[,)\\]]";

    private static final String MAIN_CLASS = "\\borg\\.jmpi\\.run\\.Jmpirun\\b";

    private static final Pattern STARTS = Pattern.compile(
            String.join("|", COMMAND_PLACE + ASSIGNMENTS + RUNNER + WORD, IN_VARIABLE, IN_LIST, MAIN_CLASS),
            Pattern.MULTILINE);

    private ScriptLine() {}

    /**
     * Returns whether a file is run by jmpirun, by a link to it, or by a script that starts it. The system starts such
     * a file by the command in its first line, so that a rank which executed it would be another jmpirun.
     */
    static boolean namesJmpirun(Path file) {
        String text = start(file);
        if (!text.startsWith(SIGN)) return false;
        String line = text.lines().findFirst().orElse("").substring(SIGN.length());
        return Arrays.stream(line.strip().split("\\s+")).anyMatch(ScriptLine::isJmpirun);
    }

    private static boolean isJmpirun(String word) {
        try {
            Path name = Path.of(word).getFileName();
            if (name == null) return false;
            if (name.toString().equals("jmpirun")) return true;
            Optional<Path> command =
                    name.toString().equals(word) ? CommandPath.ofSystem().find(word) : Optional.of(Path.of(word));
            return command.map(ScriptLine::start)
                    .filter(script -> script.startsWith(SIGN) && starts(script))
                    .isPresent();
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Returns whether a script has a line that starts jmpirun; one that only speaks of it does not. */
    private static boolean starts(String script) {
        String code =
                COMMENT.matcher(HERE_DOCUMENT.matcher(script).replaceAll("")).replaceAll("");
        return STARTS.matcher(code).find();
    }

    /** Returns the first bytes of a file as text; an empty one of what is no file that this user may read. */
    private static String start(Path file) {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) return "";
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new BadInputException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
