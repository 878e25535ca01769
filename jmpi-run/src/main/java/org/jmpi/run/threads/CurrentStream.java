package org.jmpi.run.threads;

import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A standard stream of a JVM that several ranks share: it passes each call on to the stream of the caller's rank.
 *
 * <p>A stream that a rank has set may write to the one that it replaces. If the program took that from {@link System},
 * it is this stream, whose calls then go to the rank's first stream.
 *
 * @param <S> the class of stream
 */
final class CurrentStream<S> {
    private final Supplier<RankRuntime> rank;
    private final Function<RankRuntime, S> current;
    private final Function<RankRuntime, S> first;

    /** Set while a thread is in a call of a stream that its rank has set. */
    private final ThreadLocal<Boolean> entered = new ThreadLocal<>();

    /**
     * A call of a stream.
     *
     * @param <S> the class of stream
     * @param <T> what the call returns
     * @param <E> what it throws
     */
    @FunctionalInterface
    interface Call<S, T, E extends Exception> {
        T on(S stream) throws E;
    }

    /**
     * @param rank returns the caller's rank
     * @param current returns a rank's stream
     * @param first returns the stream that the rank had at its start
     */
    CurrentStream(Supplier<RankRuntime> rank, Function<RankRuntime, S> current, Function<RankRuntime, S> first) {
        this.rank = rank;
        this.current = current;
        this.first = first;
    }

    <T, E extends Exception> T call(Call<S, T, E> call) throws E {
        RankRuntime own = rank.get();
        S stream = current.apply(own);
        S original = first.apply(own);
        if (stream == original || entered.get() != null) return call.on(original);
        entered.set(true);
        try {
            return call.on(stream);
        } finally {
            entered.remove();
        }
    }
}
