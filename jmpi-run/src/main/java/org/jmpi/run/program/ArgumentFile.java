package org.jmpi.run.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.TextFile;

/**
 * An argument file of {@code java}, which a word with an at sign names. It also takes options that are too long for the
 * command line of a process, such as a class path of a thousand jars.
 */
public final class ArgumentFile {
    /** Linux has 128 KiB for each argument. A character has 4 bytes at most. */
    private static final int LONGEST = 30 << 10;

    private static final String CLASS_PATH = "-cp";

    /** A piece of a word. Quotes also end with their line, unless a backslash stands before its end. */
    private static final String PIECE =
            "(?:\"((?:[^\"\\\\\\n]|\\\\[\\s\\S])*+)\"?+|'((?:[^'\\\\\\n]|\\\\[\\s\\S])*+)'?+|[^\\s\"'#]++)";

    private static final Pattern PIECES = Pattern.compile(PIECE);

    private static final Pattern WORD_OR_COMMENT = Pattern.compile(PIECE + "++|#[^\\n]*+");

    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:(\\n)[ \\t]*+|([\\s\\S]))");

    private ArgumentFile() {}

    /**
     * Returns a command whose overlong options of the JVM are in a file.
     *
     * @param command the words of a process
     * @param file returns where the file is to be; it is made only if it is needed
     * @throws IOException if the file cannot be written
     */
    public static List<String> shorten(List<String> command, NewFile file) throws IOException {
        // Such as taskset may stand before java.
        boolean isJava = command.stream().anyMatch(JavaCommand::is);
        if (!isJava || command.stream().noneMatch(ArgumentFile::isLong)) return command;
        List<String> words = new ArrayList<>();
        for (int i = 0; i < command.size(); i++) {
            String word = command.get(i);
            boolean isClassPath = word.equals(CLASS_PATH) && i + 1 < command.size() && isLong(command.get(i + 1));
            if (!isClassPath && !(word.startsWith("-") && isLong(word))) {
                words.add(word);
                continue;
            }
            List<String> moved = command.subList(i, isClassPath ? i + 2 : i + 1);
            Path to = file.make();
            Files.writeString(to, moved.stream().map(ArgumentFile::quoted).collect(Collectors.joining(" ")));
            words.add("@" + to);
            i += moved.size() - 1;
        }
        return words;
    }

    /** Makes a new file. */
    @FunctionalInterface
    public interface NewFile {
        Path make() throws IOException;
    }

    private static boolean isLong(String word) {
        return word.length() > LONGEST;
    }

    private static String quoted(String word) {
        return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /**
     * Reads the words of a file, as java does: they are separated by white space, and a number sign begins a comment.
     * In quotes a backslash stands before what it quotes, and at the end of a line it continues that.
     *
     * @throws BadInputException if the file cannot be read
     */
    static List<String> read(Path file) {
        try {
            return words(String.join("\n", TextFile.lines(file)));
        } catch (IOException e) {
            throw new BadInputException("java: cannot read the argument file " + file + ": " + e.getMessage(), e);
        }
    }

    static List<String> words(String text) {
        return WORD_OR_COMMENT
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(word -> !word.startsWith("#"))
                .map(word -> PIECES.matcher(word).replaceAll(piece -> Matcher.quoteReplacement(unquoted(piece))))
                .toList();
    }

    private static String unquoted(MatchResult piece) {
        String quoted = piece.group(1) == null ? piece.group(2) : piece.group(1);
        if (quoted == null) return piece.group();
        return ESCAPE.matcher(quoted).replaceAll(escape -> Matcher.quoteReplacement(meant(escape.group(2))));
    }

    /** @param escaped what stands behind a backslash; null if that ends a line, which the next one continues */
    private static String meant(String escaped) {
        if (escaped == null) return "";
        int control = "nrtf".indexOf(escaped);
        return control < 0 ? escaped : "\n\r\t\f".substring(control, control + 1);
    }
}
