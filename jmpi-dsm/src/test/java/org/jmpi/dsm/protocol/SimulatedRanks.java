package org.jmpi.dsm.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jmpi.dsm.protocol.RandomProgram.Action;
import org.jmpi.dsm.protocol.RandomProgram.Kind;

/**
 * The ranks of a random program, in one thread, and a network that keeps the order of each pair. A seed decides which
 * rank goes on and which message arrives. Beside them is a memory of one place, which each read is compared with.
 */
final class SimulatedRanks {
    private final RandomProgram program;
    private final Random random;
    private final long[] model;
    private final Map<Integer, Integer> holders = new HashMap<>();
    private final List<Deque<Message>> channels = new ArrayList<>();
    private final Rank[] ranks;
    private long now;
    long messages;
    long collections;

    /** A message that does not arrive before a step of the simulation, unless nothing else happens. */
    private record Message(long earliest, Runnable arrival) {}

    private final class Rank {
        final int number;
        final Protocol protocol;
        final Region[] regions;
        private int done;
        private Steps steps;
        private CompletableFuture<?> awaited;
        private long register;

        Rank(int number) {
            this.number = number;
            protocol = new Protocol(
                    number,
                    program.ranks,
                    program.pageBytes,
                    program.mostDiffBytes,
                    (to, question, payload) -> ask(number, to, question, payload));
            regions = new Region[program.arrays.length];
            for (int i = 0; i < regions.length; i++) {
                int[] array = program.arrays[i];
                regions[i] = protocol.add(ByteBuffer.allocate(array[0] * array[1]), array[0]);
            }
        }

        private Action action() {
            return program.actions.get(number).get(done);
        }

        boolean isOver() {
            return done == program.actions.get(number).size();
        }

        boolean mayGoOn() {
            return !isOver() && (awaited == null || awaited.isDone());
        }

        void goOn() {
            Action action = action();
            if (steps == null) steps = begin(action);
            if (steps != null) {
                awaited = steps.next();
                if (awaited != null) return;
                boolean isFetch = steps instanceof FetchSteps;
                steps = null;
                if (isFetch || action.kind() == Kind.AWAIT) return;
            }
            finish(action);
            done++;
        }

        /** Returns the steps of an action that may wait; null for none. */
        private Steps begin(Action action) {
            switch (action.kind()) {
                case LOCK:
                    return protocol.lock(action.number());
                case BARRIER:
                    return protocol.barrier(action.number());
                case SIGNAL, BROADCAST:
                    return protocol.signal(action.number(), action.more(), action.kind() == Kind.BROADCAST);
                case AWAIT:
                    Steps missing = missing(action.word(), 1);
                    if (missing != null) return missing;
                    if (read(action.word()) != 0) return null;
                    unhold(action.number());
                    return new Relocking(protocol.await(action.number(), action.more()), action.number());
                case UNLOCK:
                    return null;
                default:
                    return missing(action.number(), action.more());
            }
        }

        /** Notes the lock as taken when a wait for a condition is over. */
        private final class Relocking implements Steps {
            private final Steps await;
            private final int lock;

            Relocking(Steps await, int lock) {
                this.await = await;
                this.lock = lock;
            }

            @Override
            public CompletableFuture<?> next() {
                CompletableFuture<?> future = await.next();
                if (future == null) hold(lock);
                return future;
            }

            @Override
            public String awaited() {
                return await.awaited();
            }
        }

        private Steps missing(int word, int count) {
            for (int each = word; each < word + count; each++) {
                int[] place = program.place(each);
                Region region = regions[place[0]];
                int page = page(place);
                if (region.access[page] != Region.NONE) continue;
                int last = page;
                // Sometimes a whole region at once.
                if (random.nextInt(3) == 0) last = region.access.length - 1;
                return protocol.fetch(region, page, last);
            }
            return null;
        }

        private int page(int[] place) {
            return place[1] * program.arrays[place[0]][0] / program.pageBytes;
        }

        private void finish(Action action) {
            switch (action.kind()) {
                case LOCK -> hold(action.number());
                case UNLOCK -> {
                    unhold(action.number());
                    protocol.unlock(action.number());
                }
                case READ -> check(action);
                case READ_IF -> {
                    if (register == action.value()) check(action);
                }
                case LOAD -> {
                    check(action);
                    register = read(action.number());
                }
                case WRITE -> write(action.number(), action.value());
                case WRITE_IF -> {
                    if (register == action.value()) write(action.number(), action.value());
                }
                case ADD -> {
                    check(action);
                    write(action.number(), read(action.number()) + action.value());
                }
                default -> {}
            }
        }

        private void hold(int lock) {
            Integer other = holders.put(lock, number);
            if (other != null) throw new AssertionError("ranks " + other + " and " + number + " have lock " + lock);
        }

        private void unhold(int lock) {
            holders.remove(lock);
        }

        private void check(Action action) {
            for (int word = action.number(); word < action.number() + action.more(); word++)
                if (read(word) != model[word])
                    throw new AssertionError("rank " + number + " reads " + read(word) + " in word " + word
                            + " instead of " + model[word] + ", action " + done + " " + action);
        }

        private long read(int word) {
            int[] place = program.place(word);
            ByteBuffer memory = regions[place[0]].memory;
            return switch (program.arrays[place[0]][0]) {
                case 8 -> memory.getLong(8 * place[1]);
                case 4 -> memory.getInt(4 * place[1]);
                default -> memory.get(place[1]);
            };
        }

        private void write(int word, long value) {
            int[] place = program.place(word);
            Region region = regions[place[0]];
            protocol.beginWriting(region, page(place));
            switch (program.arrays[place[0]][0]) {
                case 8 -> region.memory.putLong(8 * place[1], value);
                case 4 -> region.memory.putInt(4 * place[1], (int) value);
                default -> region.memory.put(place[1], (byte) value);
            }
            model[word] = program.truncated(word, value);
        }
    }

    SimulatedRanks(RandomProgram program, long seed) {
        this.program = program;
        this.random = new Random(seed);
        this.model = new long[program.words()];
        for (int i = 0; i < program.ranks * program.ranks; i++) channels.add(new ArrayDeque<>());
        ranks = new Rank[program.ranks];
        Arrays.setAll(ranks, Rank::new);
    }

    private CompletableFuture<ByteBuffer> ask(int from, int to, Question question, ByteBuffer payload) {
        CompletableFuture<ByteBuffer> answer = new CompletableFuture<>();
        send(
                from,
                to,
                () -> ranks[to].protocol.onQuestion(
                        from,
                        question,
                        payload,
                        bytes -> send(to, from, () -> answer.complete(bytes.order(ByteOrder.LITTLE_ENDIAN)))));
        return answer;
    }

    private void send(int from, int to, Runnable arrival) {
        // Some messages take so long that other ranks do much meanwhile.
        int delay = random.nextInt(8) == 0 ? random.nextInt(100) : 0;
        channels.get(from * program.ranks + to).add(new Message(now + delay, arrival));
        messages++;
    }

    /** Runs the program to its end. */
    void run() {
        List<Runnable> possible = new ArrayList<>();
        for (; ; now++) {
            possible.clear();
            for (Rank rank : ranks) if (rank.mayGoOn()) possible.add(rank::goOn);
            addArrivals(possible, now);
            if (possible.isEmpty()) addArrivals(possible, Long.MAX_VALUE);
            if (possible.isEmpty()) break;
            possible.get(random.nextInt(possible.size())).run();
        }
        for (Rank rank : ranks) {
            collections += rank.protocol.count(Count.COLLECTIONS);
            if (!rank.isOver())
                throw new AssertionError(
                        "rank " + rank.number + " waits for " + rank.steps.awaited() + " for ever in " + rank.action());
        }
    }

    private void addArrivals(List<Runnable> possible, long until) {
        for (Deque<Message> channel : channels)
            if (!channel.isEmpty() && channel.peek().earliest <= until)
                possible.add(() -> channel.remove().arrival.run());
    }
}
