package org.jmpi.ibm;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jmpi.bench.jobs.Ended;
import org.jmpi.bench.jobs.OutputTail;

/**
 * The output of a job that runs a series, divided by the programs that have written it: the output of
 * {@code jmpirun --tag-output} with the {@linkplain Mark marks} of the ranks.
 */
final class Transcript extends OutputStream {
    private static final int LONGEST_LINE = 1 << 16;
    private static final int OUTPUT_BYTES = 1 << 18;
    private static final Pattern TAGGED = Pattern.compile("\\[(\\d{1,9})] (.*)", Pattern.DOTALL);

    private final Series series;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    /** Of each rank, how many programs it has ended. */
    private final int[] ended;

    /** Of each program, the longest time that a rank took for it. */
    private final long[] nanos;

    /** Of each program, what ranks said in it. */
    private final List<OutputTail> said;

    private final OutputTail saidByNoRank = new OutputTail(OUTPUT_BYTES);

    Transcript(Series series) {
        this.series = series;
        ended = new int[series.first().ranks()];
        nanos = new long[series.size()];
        said = Stream.generate(() -> new OutputTail(OUTPUT_BYTES))
                .limit(series.size())
                .toList();
    }

    @Override
    public void write(int value) {
        line.write(value);
        if (value == '\n' || line.size() == LONGEST_LINE) endLine();
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        for (int i = offset; i < offset + count; i++) write(bytes[i]);
    }

    @Override
    public void close() {
        if (line.size() > 0) write('\n');
    }

    private void endLine() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        Mark.read(text.stripTrailing())
                .filter(mark -> mark.rank() < ended.length)
                .ifPresentOrElse(this::hear, () -> hear(text));
    }

    private void hear(Mark mark) {
        if (!mark.before().isEmpty()) hear(mark.before() + "\n");
        if (ended[mark.rank()] == series.size()) return;
        int program = ended[mark.rank()]++;
        nanos[program] = Math.max(nanos[program], mark.nanos());
    }

    private void hear(String text) {
        Matcher tagged = TAGGED.matcher(text);
        boolean ofRank = tagged.matches() && Integer.parseInt(tagged.group(1)) < ended.length;
        byte[] bytes = (ofRank ? tagged.group(2) : text).getBytes(StandardCharsets.UTF_8);
        OutputTail to = ofRank ? said.get(program(Integer.parseInt(tagged.group(1)))) : saidByNoRank;
        to.write(bytes, 0, bytes.length);
    }

    /** Returns the program in which a rank is; its output after the last program belongs to that. */
    private int program(int rank) {
        return Math.min(ended[rank], series.size() - 1);
    }

    /**
     * Returns the outcomes of the programs up to the one with which the job ended: the last, or the first that not all
     * ranks have ended well. Those after it have not been run. jmpirun's lines about the job belong to that program, as
     * ranks begin none before all have ended the one before. If the job's time was over before the program's own, the
     * program has no outcome.
     */
    List<Outcome> outcomes(Ended end) {
        close();
        int last = IntStream.range(0, ended.length).map(this::program).min().orElseThrow();
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < last; i++)
            outcomes.add(Outcome.ofExit(
                    series.trials().get(i), 0, nanos[i], said.get(i).text()));
        long left = end.nanos() - Arrays.stream(nanos, 0, last).sum();
        boolean timedOut = end.late() || end.exitCode() == Program.TIMED_OUT;
        if (last == 0 || !timedOut || left >= series.trials().get(last).limit().toNanos())
            outcomes.add(lastOutcome(last, end, left));
        return outcomes;
    }

    private Outcome lastOutcome(int last, Ended end, long left) {
        Trial trial = series.trials().get(last);
        String output = Stream.concat(said.subList(last, said.size()).stream(), Stream.of(saidByNoRank))
                .map(OutputTail::text)
                .collect(Collectors.joining());
        List<String> missing = IntStream.range(0, ended.length)
                .filter(rank -> ended[rank] <= last)
                .mapToObj(rank -> "rank " + rank)
                .toList();
        long time = missing.isEmpty() ? nanos[last] : left;
        if (end.late()) return Outcome.hung(trial, ", and jmpirun did not end it", time, output);
        if (end.exitCode() == 0 && trial.program().exitCode() == 0 && !missing.isEmpty())
            return Outcome.failed(
                    trial, "exit code 0, but not ended well by " + String.join(", ", missing), time, output);
        return Outcome.ofExit(trial, end.exitCode(), time, output);
    }
}
