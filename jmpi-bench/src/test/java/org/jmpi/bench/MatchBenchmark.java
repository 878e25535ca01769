package org.jmpi.bench;

import org.jmpi.comm.match.Envelope;
import org.jmpi.comm.match.MatchQueue;
import org.jmpi.comm.match.Pattern;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * A receive and a message that are paired, whichever comes first, behind others from the same source that do not fit.
 */
public class MatchBenchmark extends MicroBenchmark {
    private static final int SOURCE = 1;
    private static final int TAG = 0;

    /** How many of the queue are looked at, the one that fits being the last. */
    @Param({"1", "64"})
    private int depth;

    private final MatchQueue<String, String> posted = new MatchQueue<>();
    private final MatchQueue<String, String> unexpected = new MatchQueue<>();
    private final Pattern<String> pattern = new Pattern<>("receive");
    private final Envelope<String> envelope = new Envelope<>("message");

    @Setup
    public void fill() {
        for (int other = 1; other < depth; other++) {
            Pattern<String> receive = new Pattern<>("other receive");
            receive.set(SOURCE, TAG + other);
            posted.post(receive);
            Envelope<String> message = new Envelope<>("other message");
            message.set(SOURCE, TAG + other);
            unexpected.add(message);
        }
        pattern.set(SOURCE, TAG);
        envelope.set(SOURCE, TAG);
    }

    @Benchmark
    public String arriveAfterPost() {
        posted.post(pattern);
        return posted.arrive(SOURCE, TAG);
    }

    @Benchmark
    public String postAfterArrival() {
        unexpected.add(envelope);
        return unexpected.take(SOURCE, TAG);
    }
}
