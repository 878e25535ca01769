package org.jmpi.run.system;

import java.util.ArrayList;
import java.util.List;

/** Divides a line into words as a shell does: by blanks, with quotes and backslashes, and without anything else. */
public final class CommandWords {
    private final String line;
    private final List<String> words = new ArrayList<>();
    private StringBuilder word;

    private CommandWords(String line) {
        this.line = line;
    }

    /**
     * Returns the words of a line, up to a word that begins with {@code #}.
     *
     * @throws BadInputException if a quote has no end; the message starts with the place
     */
    public static List<String> of(String place, String line) {
        return new CommandWords(line).divide(place);
    }

    private List<String> divide(String place) {
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\' && quote != '\'' && i + 1 < line.length()) {
                // Between double quotes a backslash is one unless it stands before a quote or a backslash.
                char next = line.charAt(i + 1);
                if (quote == '"' && next != '"' && next != '\\') add(c);
                else add(line.charAt(++i));
            } else if (quote != 0) {
                if (c == quote) quote = 0;
                else add(c);
            } else if (c == '"' || c == '\'') {
                quote = c;
                begin();
            } else if (Character.isWhitespace(c)) {
                end();
            } else if (c == '#' && word == null) {
                return words;
            } else {
                add(c);
            }
        }
        if (quote != 0) throw new BadInputException(place + ": a quote has no end: " + line.strip());
        end();
        return words;
    }

    private void begin() {
        if (word == null) word = new StringBuilder();
    }

    private void add(char c) {
        begin();
        word.append(c);
    }

    private void end() {
        if (word != null) words.add(word.toString());
        word = null;
    }
}
