package org.jmpi.dsm.protocol;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Ranks in one thread, with one array of longs. Each question is answered at once, or when the answer is known. */
final class Together {
    static final int LONGS_OF_PAGE = 4;
    private static final int PAGE_BYTES = LONGS_OF_PAGE * Long.BYTES;

    final Protocol[] ranks;
    private final Region[] regions;

    /** The kind of questions that do not arrive at once; null for none. */
    Question late;

    private final Deque<Runnable> arrivals = new ArrayDeque<>();

    Together(int size, int pages, long mostDiffBytes) {
        ranks = new Protocol[size];
        regions = new Region[size];
        for (int rank = 0; rank < size; rank++) {
            int from = rank;
            ranks[rank] = new Protocol(rank, size, PAGE_BYTES, mostDiffBytes, (to, question, payload) -> {
                CompletableFuture<ByteBuffer> answer = new CompletableFuture<>();
                Runnable arrival = () -> ranks[to].onQuestion(from, question, payload, answer::complete);
                if (question == late) arrivals.add(arrival);
                else arrival.run();
                return answer;
            });
            regions[rank] = ranks[rank].add(ByteBuffer.allocate(pages * PAGE_BYTES), Long.BYTES);
        }
    }

    /** A call of a rank, which may wait. */
    static final class Call {
        private final Steps steps;
        private CompletableFuture<?> awaited;
        private boolean over;

        Call(Steps steps) {
            this.steps = steps;
            goOn();
        }

        /** Goes on as far as it can; returns whether the call is over. */
        boolean goOn() {
            while (!over && (awaited == null || awaited.isDone())) {
                awaited = steps.next();
                over = awaited == null;
            }
            return over;
        }

        String awaited() {
            return steps.awaited();
        }

        /** Returns the ranks that have to be asked for the one that has the lock, which is the last. */
        List<Integer> wayToHolder() {
            List<Integer> way = new ArrayList<>();
            int rank = steps.peer();
            while (!way.contains(rank)) {
                way.add(rank);
                rank = steps.askHolder(rank).join();
            }
            return way;
        }
    }

    /** Has the questions arrive that are late. */
    void arrive() {
        while (!arrivals.isEmpty()) arrivals.remove().run();
    }

    Call begin(Steps steps) {
        return new Call(steps);
    }

    private static void end(Steps steps) {
        assertTrue(new Call(steps).goOn(), () -> "waits for " + steps.awaited());
    }

    void lock(int rank, int lock) {
        end(ranks[rank].lock(lock));
    }

    void unlock(int rank, int lock) {
        ranks[rank].unlock(lock);
    }

    void barrier() {
        Call[] calls = new Call[ranks.length];
        for (int rank = 0; rank < calls.length; rank++) calls[rank] = begin(ranks[rank].barrier(0));
        // A second time for those that collect.
        for (int turn = 0; turn < 2; turn++) for (Call call : calls) call.goOn();
        for (Call call : calls) assertTrue(call.goOn());
    }

    Steps fetch(int rank, int from, int to) {
        return ranks[rank].fetch(regions[rank], from, to);
    }

    boolean isValid(int rank, int index) {
        return regions[rank].access[index / LONGS_OF_PAGE] != Region.NONE;
    }

    long get(int rank, int index) {
        int page = index / LONGS_OF_PAGE;
        end(ranks[rank].fetch(regions[rank], page, page));
        return regions[rank].memory.getLong(index * Long.BYTES);
    }

    void set(int rank, int index, long value) {
        int page = index / LONGS_OF_PAGE;
        end(ranks[rank].fetch(regions[rank], page, page));
        ranks[rank].beginWriting(regions[rank], page);
        regions[rank].memory.putLong(index * Long.BYTES, value);
    }
}
