package org.jmpi.run.system;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The size of the terminal of this process.
 *
 * @param rows lines
 * @param columns characters of a line
 */
public record TerminalSize(int rows, int columns) {
    private static final File TERMINAL = new File("/dev/tty");

    /** {@return the size now; empty if there is no terminal, or no command stty that prints its size} */
    public static Optional<TerminalSize> now() {
        if (!TERMINAL.exists()) return Optional.empty();
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(TERMINAL)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            stty.getOutputStream().close();
            return parse(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static Optional<TerminalSize> parse(String text) {
        String[] words = text.strip().split(" ");
        if (words.length != 2 || !words[0].matches("\\d{1,4}") || !words[1].matches("\\d{1,4}"))
            return Optional.empty();
        TerminalSize size = new TerminalSize(Integer.parseInt(words[0]), Integer.parseInt(words[1]));
        return size.rows > 0 && size.columns > 0 ? Optional.of(size) : Optional.empty();
    }
}
