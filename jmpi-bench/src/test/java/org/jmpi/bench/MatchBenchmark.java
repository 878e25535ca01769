package org.jmpi.bench;

import org.jmpi.comm.match.MatchQueue;
import org.jmpi.comm.match.MessageEnvelope;
import org.jmpi.comm.match.Pattern;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * A receive and a message that are paired, whichever comes first, among others from the same source with other tags:
 * always the youngest, or one at random.
 */
public class MatchBenchmark extends MicroBenchmark {
    private static final int SOURCE = 1;

    /** How many are in the queue, with the one that fits. */
    @Param({"1", "10", "64", "1000", "10000"})
    private int depth;

    private final MatchQueue<String, String> posted = new MatchQueue<>();
    private final MatchQueue<String, String> unexpected = new MatchQueue<>();
    private Pattern<String>[] receives;
    private MessageEnvelope<String>[] messages;

    /** The tag of the receive, or message, that is in no queue between two calls. */
    private int tag;

    private long random = 1;

    @Setup
    @SuppressWarnings("unchecked")
    public void fill() {
        receives = (Pattern<String>[]) new Pattern<?>[depth];
        messages = (MessageEnvelope<String>[]) new MessageEnvelope<?>[depth];
        for (int other = 0; other < depth; other++) {
            receives[other] = new Pattern<>("receive");
            receives[other].set(SOURCE, other);
            messages[other] = new MessageEnvelope<>("message");
            messages[other].set(SOURCE, other);
            if (other == tag) continue;
            posted.post(receives[other]);
            unexpected.add(messages[other]);
        }
    }

    @Benchmark
    public String arriveAfterPost() {
        posted.post(receives[tag]);
        return posted.arrive(SOURCE, tag);
    }

    @Benchmark
    public String postAfterArrival() {
        unexpected.add(messages[tag]);
        return unexpected.take(SOURCE, tag);
    }

    @Benchmark
    public String arriveInRandomOrder() {
        posted.post(receives[tag]);
        tag = randomTag();
        return posted.arrive(SOURCE, tag);
    }

    @Benchmark
    public String postInRandomOrder() {
        unexpected.add(messages[tag]);
        tag = randomTag();
        return unexpected.take(SOURCE, tag);
    }

    private int randomTag() {
        random = random * 6_364_136_223_846_793_005L + 1;
        return (int) ((random >>> 32) * depth >>> 32);
    }
}
