package org.jmpi.run;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.trust.JobSecret;

/**
 * A terminal for each rank: a pane in the tmux session in which jmpirun runs ({@code --tmux}). Links in a folder lead
 * from the files of each rank's output, as {@code --output-dir} names them, to the device of its pane.
 */
final class Tmux implements AutoCloseable {
    private static final String COMMAND = "tmux";
    private static final int PANES_OF_A_WINDOW = 9;
    private static final long ANSWER_SECONDS = 10;

    /** Keeps a pane open until the user closes it, and passes Ctrl-C on to jmpirun. */
    private static final String HOLD = "trap 'kill -INT \"$1\" 2>/dev/null' INT\n"
            + "while kill -0 \"$1\" 2>/dev/null; do sleep 1; done\n"
            + "printf '\\n[%s: the job has ended: press Enter]' \"$2\"\nread -r answer";

    private final Path folder;
    private final List<String> devices = new ArrayList<>();

    private Tmux(Path folder) {
        this.folder = folder;
    }

    /**
     * Prepares terminals, none of which is open yet.
     *
     * @throws BadInputException if jmpirun does not run in tmux
     */
    static Tmux prepare() {
        String others = "; or use --output-dir DIR or --tag-output";
        if (CommandPath.ofSystem().find(COMMAND).isEmpty())
            throw new BadInputException("--tmux: no command tmux on the PATH: install it" + others);
        if (System.getenv("TMUX") == null)
            throw new BadInputException(
                    "--tmux: this terminal is not one of tmux: run tmux, and jmpirun in it" + others);
        String name = "jmpirun-"
                + Long.toHexString(ByteBuffer.wrap(JobSecret.random(Long.BYTES)).getLong());
        return new Tmux(Path.of(System.getProperty("java.io.tmpdir"), name));
    }

    /** Returns the folder that stands for the files of the ranks' output. */
    Path folder() {
        return folder;
    }

    /**
     * Opens a pane for each rank.
     *
     * @throws BadInputException if tmux refuses one
     */
    void open(int ranks) {
        try {
            Files.createDirectory(folder);
            String[] pane = {};
            for (int rank = 0; rank < ranks; rank++) {
                boolean first = rank % PANES_OF_A_WINDOW == 0;
                pane = (first ? newWindow(rank, ranks) : split(pane[2], rank)).split(" ");
                if (first) labelPanes(pane[1]);
                tmux("select-layout", "-t", pane[1], "tiled");
                tmux("select-pane", "-t", pane[2], "-T", "rank " + rank);
                devices.add(pane[0]);
                for (String end : List.of(".out", ".err"))
                    Files.createSymbolicLink(folder.resolve("rank-" + rank + end), Path.of(pane[0]));
            }
        } catch (IOException e) {
            throw new BadInputException("--tmux: " + e.getMessage(), e);
        }
    }

    private static String newWindow(int rank, int ranks) throws IOException {
        String name = JobPlan.ranksName(rank, Math.min(PANES_OF_A_WINDOW, ranks - rank));
        List<String> words = new ArrayList<>(List.of("new-window", "-n", name));
        if (rank > 0) words.add("-d");
        return pane(words, rank);
    }

    private static String split(String before, int rank) throws IOException {
        return pane(List.of("split-window", "-d", "-t", before), rank);
    }

    /** Returns the device of a new pane, its window and its own id. */
    private static String pane(List<String> start, int rank) throws IOException {
        List<String> words = new ArrayList<>(start);
        words.addAll(List.of("-P", "-F", "#{pane_tty} #{window_id} #{pane_id}", "sh", "-c", HOLD, "jmpirun"));
        words.addAll(List.of(Long.toString(ProcessHandle.current().pid()), "rank " + rank));
        return tmux(words.toArray(new String[0]));
    }

    private static void labelPanes(String window) throws IOException {
        tmux("set-option", "-w", "-t", window, "pane-border-status", "top");
        tmux("set-option", "-w", "-t", window, "pane-border-format", " #{pane_title} ");
    }

    private static String tmux(String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(COMMAND));
        words.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (!process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
            else if (process.exitValue() == 0) return answer;
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
        throw new IOException("tmux " + arguments[0] + " failed: " + answer);
    }

    /** Returns the keys that are typed into the pane of a rank. */
    InputStream input(int rank) {
        try {
            return new FileInputStream(devices.get(rank));
        } catch (IOException e) {
            throw new BadInputException("--tmux: cannot read the terminal of rank " + rank + ": " + e.getMessage(), e);
        }
    }

    /** Removes the folder. The panes stay until a key closes them. */
    @Override
    public void close() {
        try {
            for (int rank = 0; rank < devices.size(); rank++)
                for (String end : List.of(".out", ".err")) Files.deleteIfExists(folder.resolve("rank-" + rank + end));
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            System.err.println("jmpirun: --tmux: cannot remove " + folder + ": " + e.getMessage());
        }
    }
}
