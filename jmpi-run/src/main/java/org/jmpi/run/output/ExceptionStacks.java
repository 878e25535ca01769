package org.jmpi.run.output;

import java.nio.charset.Charset;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jmpi.comm.control.RankNames;

/** The stacks of exceptions that ended ranks: equal ones are shown once. */
public final class ExceptionStacks {
    private static final String STACK = "Exception in thread ";

    private final Map<String, BitSet> ranks = new LinkedHashMap<>();

    /** Returns the stack in a rank's report; empty if there is none. */
    public static String stack(String text) {
        int start = text.indexOf(System.lineSeparator() + STACK);
        return start < 0 ? "" : text.substring(start).strip();
    }

    public void add(int rank, String stack) {
        ranks.computeIfAbsent(stack, key -> new BitSet()).set(rank);
    }

    /** Shows the stacks once, each below the ranks that it is of. */
    public void show(Consumer<String> lines) {
        ranks.forEach((stack, ofRanks) -> lines.accept(RankNames.of(ofRanks) + ": " + stack));
    }

    /**
     * Writes each rank's stack to the rank's own stream.
     *
     * @param streams has for each rank the one of its standard error
     */
    public void showApart(IntFunction<LineOutput> streams) {
        ranks.forEach((stack, ofRanks) -> {
            byte[] bytes = (stack + System.lineSeparator()).getBytes(Charset.defaultCharset());
            ofRanks.stream().forEach(rank -> streams.apply(rank).write(bytes, 0, bytes.length));
        });
    }
}
