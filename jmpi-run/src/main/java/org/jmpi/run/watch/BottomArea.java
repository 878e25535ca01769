package org.jmpi.run.watch;

import java.util.List;
import org.jmpi.run.system.TerminalSize;

/**
 * The last lines of a terminal, kept for the state of the job. The lines above them scroll with the output of the
 * program, whose cursor stays where the program has left it.
 *
 * <pre>
 *  1          output of the program            the scrolling region (DECSTBM)
 *  ...
 *  rows - h   ... the last line, with the cursor
 *  rows - h + 1   ---- the state of the job    painted with the cursor saved (DECSC, DECRC)
 *  ...
 *  rows
 * </pre>
 *
 * <p>Pure: the methods return what is to be written to the terminal.
 */
public final class BottomArea {
    private static final String ESCAPE = "\u001b";
    private static final String SAVE = ESCAPE + "7";
    private static final String RESTORE = ESCAPE + "8";

    /** Scrolls at the last line, and keeps the column. */
    private static final String DOWN = ESCAPE + "D";

    private static final String CLEAR_LINE = ESCAPE + "[2K";
    private static final String CLEAR_BELOW = ESCAPE + "[J";
    private static final String DIM = ESCAPE + "[2m";
    private static final String PLAIN = ESCAPE + "[0m";
    private static final String WHOLE_REGION = ESCAPE + "[r";

    /** The program has at least so many lines. */
    private static final int LEAST_ABOVE = 5;

    private final int wanted;
    private TerminalSize size;
    private int height;

    /** @param wanted how many lines the area has if the terminal is large enough, a ruler included */
    public BottomArea(int wanted) {
        this.wanted = wanted;
    }

    /** {@return how many lines there are for the state of the job} */
    public int lines() {
        return Math.max(0, height - 1);
    }

    /**
     * {@return what makes room for the area, or moves it after the terminal has got another size; nothing if it is in
     * place}
     *
     * @param now the size of the terminal
     */
    public String fit(TerminalSize now) {
        if (now.equals(size)) return "";
        // The former area is below the cursor, wherever the terminal has moved both.
        String clear = height == 0 ? "" : SAVE + WHOLE_REGION + RESTORE + CLEAR_BELOW;
        size = now;
        height = Math.max(0, Math.min(wanted, Math.min(now.rows() / 2, now.rows() - LEAST_ABOVE)));
        if (height < 2) height = 0;
        if (height == 0) return clear;
        // The cursor goes up as far as the lines have scrolled: to the line it was in, or to the last of the region.
        return clear + DOWN.repeat(height) + ESCAPE + "[" + height + "A" + SAVE + region() + RESTORE;
    }

    private String region() {
        return ESCAPE + "[1;" + (size.rows() - height) + "r";
    }

    private static String at(int row) {
        return ESCAPE + "[" + row + ";1H";
    }

    /**
     * {@return what paints the area}
     *
     * @param text at most {@link #lines} of them, none longer than the terminal is wide
     */
    public String paint(List<String> text) {
        if (height == 0) return "";
        StringBuilder out = new StringBuilder(SAVE).append(PLAIN);
        int row = size.rows() - height + 1;
        out.append(at(row))
                .append(CLEAR_LINE)
                .append(DIM)
                .append("-".repeat(size.columns()))
                .append(PLAIN);
        for (int i = 0; i < lines(); i++)
            out.append(at(row + 1 + i)).append(CLEAR_LINE).append(i < text.size() ? text.get(i) : "");
        return out.append(RESTORE).toString();
    }

    /** {@return what gives the lines back to the program; the cursor is where it was} */
    public String remove() {
        if (height == 0) return "";
        int row = size.rows() - height + 1;
        height = 0;
        return SAVE + WHOLE_REGION + at(row) + CLEAR_BELOW + RESTORE;
    }
}
