package org.jmpi.comm.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The queue beside an oracle that keeps two lists and scans them from the start. */
class MatchQueueTest {
    private static final int OPERATIONS = 40_000;

    /** A receive, which knows its pattern. */
    private static final class Receive {
        final Pattern<Receive> pattern = new Pattern<>(this);

        boolean accepts(Message message) {
            return (pattern.source() == Pattern.ANY || pattern.source() == message.envelope.source())
                    && (pattern.tag() == Pattern.ANY || pattern.tag() == message.envelope.tag());
        }
    }

    /** A message, which knows its envelope. */
    private static final class Message {
        final MessageEnvelope<Message> envelope = new MessageEnvelope<>(this);
    }

    /** Does each operation on the queue and on the oracle, and compares. */
    private static final class Pair {
        final Random random;
        final MatchQueue<Receive, Message> queue = new MatchQueue<>();
        final List<Receive> posted = new ArrayList<>();
        final List<Message> messages = new ArrayList<>();
        private final List<Receive> spareReceives = new ArrayList<>();
        private final List<Message> spareMessages = new ArrayList<>();
        private final String context;

        Pair(long seed) {
            random = new Random(seed);
            context = "seed=" + seed;
        }

        /** A message arrives; returns the receive that it was paired with, or null if it is kept. */
        Receive arrive(int source, int tag) {
            Message message = spareMessages.isEmpty() ? new Message() : spareMessages.remove(0);
            message.envelope.set(source, tag);
            Receive expected = first(posted, receive -> receive.accepts(message));
            assertSame(expected, queue.arrive(source, tag), context);
            if (expected != null) {
                posted.remove(expected);
                spareReceives.add(expected);
                spareMessages.add(message);
            } else {
                queue.add(message.envelope);
                messages.add(message);
            }
            return expected;
        }

        /** A receive is posted; returns the message that it was paired with, or null if it waits. */
        Message receive(int source, int tag) {
            Receive receive = spareReceives.isEmpty() ? new Receive() : spareReceives.remove(0);
            receive.pattern.set(source, tag);
            Message expected = first(messages, receive::accepts);
            assertSame(expected, queue.peek(source, tag), context);
            assertSame(expected, queue.take(source, tag), context);
            if (expected != null) {
                messages.remove(expected);
                spareMessages.add(expected);
                spareReceives.add(receive);
            } else {
                queue.post(receive.pattern);
                posted.add(receive);
            }
            return expected;
        }

        void cancelReceive(int index) {
            Receive receive = posted.remove(index);
            queue.remove(receive.pattern);
            spareReceives.add(receive);
        }

        void withdrawMessage(int index) {
            Message message = messages.remove(index);
            queue.remove(message.envelope);
            spareMessages.add(message);
        }

        void compareAll() {
            List<Message> seenMessages = new ArrayList<>();
            queue.forEachMessage(envelope -> seenMessages.add(envelope.message()));
            assertEquals(messages, seenMessages, context);
            assertEquals(messages.isEmpty() && posted.isEmpty(), queue.isEmpty(), context);
            List<Receive> seenReceives = new ArrayList<>();
            queue.forEachPosted(pattern -> seenReceives.add(pattern.receive()));
            assertEquals(posted.size(), seenReceives.size(), context);
            assertEquals(Set.copyOf(posted), Set.copyOf(seenReceives), context);
        }

        private static <T> T first(List<T> list, Predicate<T> predicate) {
            for (T element : list) if (predicate.test(element)) return element;
            return null;
        }
    }

    @ParameterizedTest(name = "{0} sources, {1} tags, wildcards {2} in 100, {3} arrivals in 100")
    @CsvSource({
        "1, 1, 50, 50",
        "2, 2, 50, 50",
        "3, 1, 10, 60",
        "1, 4, 30, 40",
        "5, 3, 25, 55",
        "40, 2, 5, 50",
        "300, 10, 20, 45",
        "7, 1000, 60, 50"
    })
    void agreesWithALinearScan(int sources, int tags, int wildcards, int arrivals) {
        Pair pair = new Pair(sources * 31L + tags);
        for (int i = 0; i < OPERATIONS; i++) {
            step(pair, sources, tags, wildcards, arrivals);
            if (i % 500 == 0) pair.compareAll();
        }
        pair.compareAll();
    }

    private static void step(Pair pair, int sources, int tags, int wildcards, int arrivals) {
        Random random = pair.random;
        int action = random.nextInt(100);
        if (action < 5 && !pair.posted.isEmpty()) pair.cancelReceive(random.nextInt(pair.posted.size()));
        else if (action < 10 && !pair.messages.isEmpty()) pair.withdrawMessage(random.nextInt(pair.messages.size()));
        else if (random.nextInt(100) < arrivals) pair.arrive(random.nextInt(sources), random.nextInt(tags));
        else
            pair.receive(
                    random.nextInt(100) < wildcards ? Pattern.ANY : random.nextInt(sources),
                    random.nextInt(100) < wildcards ? Pattern.ANY : random.nextInt(tags));
        // Neither list may grow for ever: the oracle scans them.
        if (pair.posted.size() > 300) for (int i = 0; i < 200; i++) pair.cancelReceive(i % 7);
        if (pair.messages.size() > 300) for (int i = 0; i < 200; i++) pair.withdrawMessage(i % 7);
    }

    /** Lists rise above {@link MatchQueue#LINEAR} and fall to nothing, again and again; each time another seed. */
    @ParameterizedTest(name = "{0} sources, {1} tags, wildcards {2} in 100")
    @CsvSource({"1, 1000000, 0", "1, 3, 10", "1, 400, 3", "3, 300, 2", "3, 60, 30", "10, 40, 5"})
    void agreesWithALinearScanAsListsRiseAndFall(int sources, int tags, int wildcards) {
        long seed = Long.getLong("jmpi.test.seed", System.nanoTime());
        System.out.println("jmpi.test.seed=" + seed);
        Tide tide = new Tide(new Pair(seed), sources, tags, wildcards);
        for (int turn = 0; turn < 100; turn++) {
            tide.rise(turn % 3 != 0, turn % 3 != 1);
            tide.pair.compareAll();
            tide.fall();
            assertTrue(tide.pair.queue.isEmpty(), tide.pair.context);
        }
        assertTrue(tide.longLists > 20, () -> tide.longLists + " lists were long, " + tide.pair.context);
    }

    /** Operations that first lengthen the lists, then take everything off them. */
    private static final class Tide {
        final Pair pair;
        private final Random random;
        private final int sources;
        private final int tags;
        private final int wildcards;
        int longLists;

        Tide(Pair pair, int sources, int tags, int wildcards) {
            this.pair = pair;
            this.random = pair.random;
            this.sources = sources;
            this.tags = tags;
            this.wildcards = wildcards;
        }

        void rise(boolean receives, boolean messages) {
            int operations = random.nextInt(2 * sources * 3 * MatchQueue.LINEAR);
            for (int i = 0; i < operations; i++) {
                boolean mostly = random.nextInt(10) > 0;
                if (receives && (mostly || !messages)) pair.receive(any(sources), any(tags));
                if (messages && (mostly || !receives)) pair.arrive(random.nextInt(sources), random.nextInt(tags));
                if (random.nextInt(20) == 0) takeOff();
            }
            for (int source = 0; source < sources; source++) if (isLong(source)) longLists++;
        }

        private int any(int bound) {
            return random.nextInt(100) < wildcards ? Pattern.ANY : random.nextInt(bound);
        }

        private boolean isLong(int source) {
            return pair.posted.stream()
                                    .filter(r -> r.pattern.source() == source)
                                    .count()
                            > MatchQueue.LINEAR
                    || pair.messages.stream()
                                    .filter(m -> m.envelope.source() == source)
                                    .count()
                            > MatchQueue.LINEAR;
        }

        void fall() {
            while (!pair.posted.isEmpty() || !pair.messages.isEmpty()) takeOff();
        }

        private void takeOff() {
            boolean cancelled = random.nextInt(8) == 0;
            if (!pair.posted.isEmpty() && (pair.messages.isEmpty() || random.nextBoolean()))
                takeOffReceive(random.nextInt(pair.posted.size()), cancelled);
            else if (!pair.messages.isEmpty()) takeOffMessage(random.nextInt(pair.messages.size()), cancelled);
        }

        private void takeOffReceive(int index, boolean cancelled) {
            Pattern<Receive> pattern = pair.posted.get(index).pattern;
            if (cancelled) pair.cancelReceive(index);
            else
                pair.arrive(
                        pattern.source() == Pattern.ANY ? random.nextInt(sources) : pattern.source(),
                        pattern.tag() == Pattern.ANY ? random.nextInt(tags) : pattern.tag());
        }

        private void takeOffMessage(int index, boolean cancelled) {
            MessageEnvelope<Message> envelope = pair.messages.get(index).envelope;
            if (cancelled) pair.withdrawMessage(index);
            else
                pair.receive(
                        random.nextInt(100) < wildcards ? Pattern.ANY : envelope.source(),
                        random.nextInt(100) < wildcards ? Pattern.ANY : envelope.tag());
        }
    }

    /** Behind so many receives that do not fit, each of the four that do is the oldest once. */
    @ParameterizedTest(name = "behind {0}")
    @ValueSource(ints = {0, MatchQueue.LINEAR - 1, MatchQueue.LINEAR, MatchQueue.LINEAR + 1, 1000})
    void aMessageGoesToTheOldestOfFourKindsOfReceives(int others) {
        int[][] kinds = {{3, 7}, {3, Pattern.ANY}, {Pattern.ANY, 7}, {Pattern.ANY, Pattern.ANY}};
        for (int oldest = 0; oldest < kinds.length; oldest++) {
            Pair pair = new Pair(0);
            for (int i = 0; i < others; i++) pair.receive(i % 2 == 0 ? 3 : Pattern.ANY, 1000 + i);
            List<Receive> expected = new ArrayList<>();
            for (int i = 0; i < kinds.length; i++) {
                int[] kind = kinds[(oldest + i) % kinds.length];
                pair.receive(kind[0], kind[1]);
                expected.add(pair.posted.get(others + i));
            }
            for (Receive receive : expected) assertSame(receive, pair.arrive(3, 7));
            assertNull(pair.arrive(3, 7));
        }
    }

    @Test
    void aListIsIndexedFromALongSearchUntilItIsEmpty() {
        Pair pair = new Pair(0);
        for (int tag = 0; tag < MatchQueue.LINEAR; tag++) pair.receive(0, tag);
        pair.arrive(0, MatchQueue.LINEAR);
        pair.cancelReceive(0);
        pair.receive(0, MatchQueue.LINEAR + 1);
        assertFalse(isIndexed(pair), "32 can be searched one by one");
        pair.receive(0, MatchQueue.LINEAR + 2);
        pair.arrive(0, 1);
        assertFalse(isIndexed(pair), "the oldest is found at once");
        pair.receive(0, 1);
        pair.arrive(0, MatchQueue.LINEAR);
        assertTrue(isIndexed(pair), "33 do not fit");
        while (pair.posted.size() > 1)
            pair.arrive(0, pair.posted.get(pair.posted.size() / 2).pattern.tag());
        assertTrue(isIndexed(pair));
        pair.cancelReceive(0);
        pair.receive(0, 5);
        assertFalse(isIndexed(pair), "the list was empty");
    }

    private static boolean isIndexed(Pair pair) {
        return pair.posted.stream().anyMatch(receive -> receive.pattern.indexed);
    }

    @Test
    void aQueueThatFillsAgainAllocatesNothing() {
        MatchQueue<String, String> queue = new MatchQueue<>();
        List<Pattern<String>> patterns = new ArrayList<>();
        List<MessageEnvelope<String>> envelopes = new ArrayList<>();
        for (int tag = 0; tag < 1000; tag++) {
            patterns.add(new Pattern<>("receive"));
            patterns.get(tag).set(1, tag);
            envelopes.add(new MessageEnvelope<>("message"));
            envelopes.get(tag).set(1, tag);
        }
        fillAndDrain(queue, patterns, envelopes);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int round = 0; round < 100; round++) fillAndDrain(queue, patterns, envelopes);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(bytes < 10_000, () -> "bytes for 200,000 receives: " + bytes);
    }

    private static void fillAndDrain(
            MatchQueue<String, String> queue, List<Pattern<String>> patterns, List<MessageEnvelope<String>> envelopes) {
        for (int i = 0; i < patterns.size(); i++) queue.post(patterns.get(i));
        for (int i = patterns.size() - 1; i >= 0; i--) assertSame("receive", queue.arrive(1, i));
        for (int i = 0; i < envelopes.size(); i++) queue.add(envelopes.get(i));
        for (int i = envelopes.size() - 1; i >= 0; i--) assertSame("message", queue.take(1, i));
    }

    @Test
    void messagesOfOneSourceAreTakenInTheOrderOfTheirArrival() {
        Pair pair = new Pair(0);
        for (int i = 0; i < 100; i++) pair.arrive(i % 3, i % 2);
        List<Message> arrived = List.copyOf(pair.messages);
        List<Message> taken = new ArrayList<>();
        for (int i = 0; i < 100; i++) taken.add(pair.receive(i % 2 == 0 ? Pattern.ANY : i % 3, Pattern.ANY));
        for (int source = 0; source < 3; source++) {
            int own = source;
            Predicate<Message> ofSource = message -> message.envelope.source() == own;
            assertEquals(
                    arrived.stream().filter(ofSource).collect(Collectors.toList()),
                    taken.stream()
                            .filter(message -> message != null && ofSource.test(message))
                            .collect(Collectors.toList()));
        }
    }

    @Test
    void aReceiveFromAnySourceGivesWayToAnOlderOneFromThisSource() {
        Pair pair = new Pair(0);
        pair.receive(3, 7);
        pair.receive(Pattern.ANY, 7);
        pair.receive(3, Pattern.ANY);
        List<Receive> order = List.copyOf(pair.posted);
        assertSame(order.get(0), pair.arrive(3, 7));
        assertSame(order.get(1), pair.arrive(3, 7));
        assertSame(order.get(2), pair.arrive(3, 7));
        assertNull(pair.arrive(3, 7));
    }

    @Test
    void visitorsMayTakeTheVisitedOff() {
        Pair pair = new Pair(0);
        for (int i = 0; i < 50; i++) pair.receive(i % 5 == 4 ? Pattern.ANY : i % 5, 1000 + i);
        for (int i = 0; i < 50; i++) pair.arrive(i % 5, i);
        pair.queue.forEachPosted(pattern -> {
            if (pattern.tag() % 2 == 0) pair.queue.remove(pattern);
        });
        pair.queue.forEachMessage(envelope -> {
            if (envelope.tag() % 3 == 0) pair.queue.remove(envelope);
        });
        pair.posted.removeIf(receive -> receive.pattern.tag() % 2 == 0);
        pair.messages.removeIf(message -> message.envelope.tag() % 3 == 0);
        pair.compareAll();
    }

    @Test
    void aQueueIsEmptyWithoutReceivesAndMessages() {
        Pair pair = new Pair(0);
        assertTrue(pair.queue.isEmpty());
        for (int source : new int[] {Pattern.ANY, 0, 9}) {
            pair.receive(source, 1);
            assertFalse(pair.queue.isEmpty());
            pair.cancelReceive(0);
            assertTrue(pair.queue.isEmpty());
        }
        pair.arrive(9, 1);
        assertFalse(pair.queue.isEmpty());
        pair.withdrawMessage(0);
        assertTrue(pair.queue.isEmpty());
    }

    @Test
    void extremeTagsAreOrdinaryOnes() {
        Pair pair = new Pair(0);
        pair.receive(0, Integer.MAX_VALUE);
        pair.receive(0, 0);
        assertEquals(0, pair.arrive(0, 0).pattern.tag());
        assertEquals(
                Integer.MAX_VALUE, pair.arrive(0, Integer.MAX_VALUE).pattern.tag());
    }
}
