package org.jmpi.run.watch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.jmpi.comm.control.BlockedCall;
import org.jmpi.comm.control.ControlMessage.Sampled;
import org.jmpi.comm.control.RankSample;
import org.jmpi.comm.report.StateReport;
import org.jmpi.run.watch.JobDescription.ProcessPlace;
import org.jmpi.run.watch.RankStatus.Activity;
import org.jmpi.run.watch.RankStatus.Traffic;

/**
 * Asks the processes of a job for the state of their ranks, on request. Several may ask at once: a process is asked at
 * most twice in a second, and not again before it has answered.
 */
public final class JobSampler {
    /** How long the processes may take to answer. A host that is busy beyond reason takes longer. */
    private static final long ANSWER_NANOS = 800_000_000;

    /** The age, in ns, from which a status is too old. */
    private static final long FRESH_NANOS = 500_000_000;

    private static final String DEADLOCK = "deadlock: ";

    private final JobDescription job;
    private final Processes processes;
    private final long answerNanos;
    private final long freshNanos;
    private final BitSet ended = new BitSet();

    /** The processes, by their first ranks, that have been asked and have not answered. */
    private final Set<Integer> missing = new HashSet<>();

    /** The last answers, by the first ranks of the processes. */
    private final Map<Integer, Answer> answers = new HashMap<>();

    /** The last reported totals of the ranks. */
    private final Map<Integer, Totals> totals = new HashMap<>();

    private JobStatus last;
    private long lastNanos;
    private boolean asking;

    /** The connected processes of the job. */
    @FunctionalInterface
    public interface Processes {
        /**
         * Asks processes for a sample.
         *
         * @param wanted whether a process is to be asked, by its first rank
         */
        void ask(IntPredicate wanted);
    }

    private record Answer(Sampled sample, long nanos) {}

    private record Totals(RankSample sample, long nanos) {}

    /**
     * @param job what stays the same of it
     * @param processes of the job
     */
    public JobSampler(JobDescription job, Processes processes) {
        this(job, processes, ANSWER_NANOS, FRESH_NANOS);
    }

    JobSampler(JobDescription job, Processes processes, long answerNanos, long freshNanos) {
        this.job = job;
        this.processes = processes;
        this.answerNanos = answerNanos;
        this.freshNanos = freshNanos;
    }

    /** {@return what stays the same of the job} */
    public JobDescription job() {
        return job;
    }

    /**
     * A process has answered.
     *
     * @param first the first of its ranks
     * @param sample the answer
     */
    public synchronized void answered(int first, Sampled sample) {
        answers.put(first, new Answer(sample, System.nanoTime()));
        missing.remove(first);
        notifyAll();
    }

    /**
     * Ranks have ended.
     *
     * @param first the first of them
     * @param count how many
     */
    public synchronized void ended(int first, int count) {
        ended.set(first, first + count);
        missing.remove(first);
        notifyAll();
    }

    /**
     * Asks the processes and waits for their answers, less than a second.
     *
     * @return what the job is at
     * @throws InterruptedException if the calling thread is interrupted
     */
    public JobStatus sample() throws InterruptedException {
        long start;
        synchronized (this) {
            while (asking) wait();
            start = System.nanoTime();
            if (last != null && start - lastNanos < freshNanos) return last;
            asking = true;
        }
        try {
            // Without the lock: a process that is stopped may not take the message.
            processes.ask(this::isToAnswer);
            return await(start);
        } finally {
            synchronized (this) {
                asking = false;
                notifyAll();
            }
        }
    }

    /** Notes it before the message is sent: the answer may come before the call returns. */
    private synchronized boolean isToAnswer(int first) {
        return missing.add(first);
    }

    private synchronized JobStatus await(long start) throws InterruptedException {
        long deadline = start + answerNanos;
        for (long left = answerNanos; left > 0 && !missing.isEmpty(); left = deadline - System.nanoTime())
            TimeUnit.NANOSECONDS.timedWait(this, left);
        last = status(start);
        lastNanos = System.nanoTime();
        return last;
    }

    private JobStatus status(long start) {
        List<RankStatus> ranks = new ArrayList<>();
        StateReport report = new StateReport(job.size());
        // A rank knows of others that wait for a lock of its memory.
        List<BlockedCall> calls = BlockedCall.merged(answers.values().stream()
                .filter(answer -> answer.nanos >= start)
                .flatMap(answer -> answer.sample.calls().stream())
                .toList());
        for (ProcessPlace process : job.processes()) {
            Answer answer = answers.get(process.firstRank());
            Sampled sample = answer == null || answer.nanos < start ? null : answer.sample;
            // All calls that count waited at the moment at which the ranks were asked.
            if (sample != null) report.addCalls(sample.calls(), System.nanoTime() - start + StateReport.STEADY_NANOS);
            Map<Integer, RankSample> samples = new HashMap<>();
            if (sample != null) sample.ranks().forEach(each -> samples.put(each.rank(), each));
            for (int i = 0; i < process.ranks(); i++) {
                int rank = process.firstRank() + i;
                ranks.add(rank(rank, process, samples.get(rank), sample, calls));
            }
        }
        List<String> lines = report.diagnosis();
        boolean isDeadlock = lines.stream().anyMatch(line -> line.startsWith(DEADLOCK));
        return new JobStatus(
                job.name(),
                job.pid(),
                job.program(),
                job.startMillis(),
                System.currentTimeMillis(),
                ranks,
                isDeadlock ? lines : List.of());
    }

    private RankStatus rank(
            int rank, ProcessPlace process, RankSample totalsNow, Sampled sample, List<BlockedCall> calls) {
        Activity activity = activity(rank, process, totalsNow);
        BlockedCall call = activity == Activity.COMPUTING ? longest(rank, calls) : null;
        return new RankStatus(
                rank,
                process.firstRank(),
                process.host(),
                call == null ? activity : Activity.WAITING,
                call == null ? "" : call.call(),
                call == null ? List.of() : call.awaited(),
                call == null ? 0 : call.nanos(),
                sample == null ? 0 : sample.heapUsed(),
                sample == null ? 0 : sample.heapMax(),
                totalsNow == null ? Traffic.NONE : traffic(totalsNow));
    }

    private Activity activity(int rank, ProcessPlace process, RankSample sample) {
        if (ended.get(rank)) return Activity.ENDED;
        if (sample == null) return missing.contains(process.firstRank()) ? Activity.SILENT : Activity.STARTING;
        return switch (sample.state()) {
            case STARTING -> Activity.STARTING;
            case RUNNING -> Activity.COMPUTING;
            case FINALIZED -> Activity.FINALIZED;
            case ENDED -> Activity.ENDED;
        };
    }

    /** Returns the call that has waited longest of those of a rank; null if none waits. */
    private static BlockedCall longest(int rank, List<BlockedCall> calls) {
        BlockedCall longest = null;
        for (BlockedCall call : calls)
            if (call.rank() == rank && (longest == null || call.nanos() > longest.nanos())) longest = call;
        return longest;
    }

    private Traffic traffic(RankSample now) {
        long nanos = System.nanoTime();
        Totals before = totals.put(now.rank(), new Totals(now, nanos));
        boolean counts = now.messagesSent() != RankSample.NOT_COUNTED;
        if (!counts || before == null || before.sample.messagesSent() == RankSample.NOT_COUNTED) return Traffic.NONE;
        double seconds = Math.max(1, nanos - before.nanos) / 1e9;
        return new Traffic(
                (long) ((now.messagesSent() - before.sample.messagesSent()) / seconds),
                (long) ((now.bytesSent() - before.sample.bytesSent()) / seconds),
                (long) ((now.messagesReceived() - before.sample.messagesReceived()) / seconds),
                (long) ((now.bytesReceived() - before.sample.bytesReceived()) / seconds));
    }
}
