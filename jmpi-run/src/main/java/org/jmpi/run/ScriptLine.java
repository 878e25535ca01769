package org.jmpi.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** The first line of a file, which may name the command that runs the file: {@code #!/usr/bin/env jmpirun}. */
final class ScriptLine {
    private static final String SIGN = "#!";
    private static final int MOST_BYTES = 1 << 14;

    private static final Pattern COMMENT = Pattern.compile("(?m)(?<=^|\\s)#.*$");
    private static final Pattern HERE_DOCUMENT = Pattern.compile("(?s)<<-?\\s*(['\"]?)(\\w+)\\1.*?\\n\\s*\\2(?=\\s|$)");

    /** Commands which run the command that is among their arguments. */
    private static final String RUNNERS = "exec|env|nice|ionice|nohup|time|timeout|command(?!\\s+-[vV])|setsid|stdbuf"
            + "|numactl|taskset|srun|sudo|xargs|apptainer|singularity|docker|podman";

    /** jmpirun at the place of a command of a shell, in a variable, or in a list of words of another language. */
    private static final Pattern STARTS = Pattern.compile("(?m)(?:^|[;&|({`]|\\b(?:then|do|else)\\s)\\s*"
            + "(?:\\w+=\\S*\\s+)*(?:(?:" + RUNNERS + ")\\s(?:[^;&|\\n]*\\s)?)?"
            + "(?:\"(?:[^\"\\n]*/)?jmpirun\"|'(?:[^'\\n]*/)?jmpirun'|(?:[^\\s\"';&|]*/)?jmpirun(?=[\\s;&|)`]|$))"
            + "|^\\s*(?:export\\s+)?\\w+\\s*=\\s*[\"']?[^\"'\\n]*\\bjmpirun[\"']?\\s*$"
            + "|[\"'](?:[^\"'\\s]*/)?jmpirun[\"']\\s*[,)\\]]"
            + "|\\borg\\.jmpi\\.run\\.Jmpirun\\b");

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
