package org.jmpi.run.watch;

import java.util.List;
import java.util.function.Supplier;
import org.jmpi.run.system.TerminalSize;

/** A way to show the states of a job one after the other. The methods return what is to be written. */
@FunctionalInterface
public interface View {
    /** {@return what shows a state, a second after the former one; may be empty} */
    String show(JobStatus status);

    /** {@return what ends the view; may be empty} */
    default String end() {
        return "";
    }

    /** Shows the job in the last lines of a terminal, below the output of the program. */
    final class Below implements View {
        /** For the ruler, the title, and two lines about a deadlock: its ranks, and those that wait for them. */
        private static final int LINES_BESIDE_RANKS = 4;

        private static final int MOST_LINES = 14;

        private final BottomArea area;
        private final Supplier<TerminalSize> size;

        /**
         * @param ranks how many ranks the job has
         * @param size returns the size of the terminal now
         */
        public Below(int ranks, Supplier<TerminalSize> size) {
            area = new BottomArea(Math.min(MOST_LINES, ranks + LINES_BESIDE_RANKS));
            this.size = size;
        }

        @Override
        public String show(JobStatus status) {
            TerminalSize now = size.get();
            String place = area.fit(now);
            if (area.lines() == 0) return place;
            List<String> lines = new StatusText(status).lines(area.lines(), now.columns());
            return place + area.paint(lines);
        }

        @Override
        public String end() {
            return area.remove();
        }
    }

    /** Shows the job alone, on the alternate screen of a terminal. */
    final class Alone implements View {
        private static final String BEGIN = "\u001b[?1049h\u001b[?25l";
        private static final String END = "\u001b[?25h\u001b[?1049l";
        private static final String TOP = "\u001b[H";
        private static final String END_LINE = "\u001b[K\r\n";
        private static final String CLEAR_BELOW = "\u001b[J";

        private final Supplier<TerminalSize> size;
        private boolean begun;

        /** @param size returns the size of the terminal now */
        public Alone(Supplier<TerminalSize> size) {
            this.size = size;
        }

        @Override
        public String show(JobStatus status) {
            TerminalSize now = size.get();
            // The line break after the last line would scroll.
            List<String> lines = new StatusText(status).lines(Math.max(2, now.rows() - 1), now.columns());
            String text = (begun ? "" : BEGIN) + TOP + String.join(END_LINE, lines) + END_LINE + CLEAR_BELOW;
            begun = true;
            return text;
        }

        @Override
        public String end() {
            return begun ? END : "";
        }
    }

    /** Shows the job as a line every ten seconds, and when its state becomes another one. */
    final class Lines implements View {
        private static final int PERIOD = 10;

        private String state = "starting";
        private int left = PERIOD;

        @Override
        public String show(JobStatus status) {
            left--;
            if (left > 0 && status.state().equals(state)) return "";
            left = PERIOD;
            state = status.state();
            return new StatusText(status).line();
        }
    }
}
