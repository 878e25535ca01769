package org.jmpi.run.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    private final String text;
    private final List<String> words = new ArrayList<>();
    private StringBuilder word;
    private char quote;
    private int at;

    private ArgumentFile(String text) {
        this.text = text;
    }

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
            return new ArgumentFile(String.join("\n", TextFile.lines(file))).words();
        } catch (IOException e) {
            throw new BadInputException("java: cannot read the argument file " + file + ": " + e.getMessage(), e);
        }
    }

    private List<String> words() {
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            if (quote != 0) quoted(c);
            else if (c == '"' || c == '\'') quote(c);
            else if (c == '#') skipComment();
            else if (Character.isWhitespace(c)) end();
            else add(c);
        }
        end();
        return words;
    }

    private void quoted(char c) {
        if (c == quote) quote = 0;
        else if (c == '\n') end();
        else if (c == '\\' && at + 1 < text.length()) escaped(text.charAt(++at));
        else add(c);
    }

    private void quote(char c) {
        quote = c;
        if (word == null) word = new StringBuilder();
    }

    private void escaped(char c) {
        switch (c) {
            case 'n' -> add('\n');
            case 'r' -> add('\r');
            case 't' -> add('\t');
            case 'f' -> add('\f');
            case '\n' -> skipBlanks();
            default -> add(c);
        }
    }

    private void skipBlanks() {
        while (at + 1 < text.length() && (text.charAt(at + 1) == ' ' || text.charAt(at + 1) == '\t')) at++;
    }

    private void skipComment() {
        end();
        while (at + 1 < text.length() && text.charAt(at + 1) != '\n') at++;
    }

    private void add(char c) {
        if (word == null) word = new StringBuilder();
        word.append(c);
    }

    private void end() {
        if (word != null) words.add(word.toString());
        word = null;
        quote = 0;
    }
}
