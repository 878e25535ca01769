package org.jmpi.comm.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        final Envelope<Message> envelope = new Envelope<>(this);
    }

    /** Does each operation on the queue and on the oracle, and compares. */
    private static final class Pair {
        final MatchQueue<Receive, Message> queue = new MatchQueue<>();
        final List<Receive> posted = new ArrayList<>();
        final List<Message> messages = new ArrayList<>();
        private final List<Receive> spareReceives = new ArrayList<>();
        private final List<Message> spareMessages = new ArrayList<>();

        /** A message arrives; returns the receive that it was paired with, or null if it is kept. */
        Receive arrive(int source, int tag) {
            Message message = spareMessages.isEmpty() ? new Message() : spareMessages.remove(0);
            message.envelope.set(source, tag);
            Receive expected = first(posted, receive -> receive.accepts(message));
            assertSame(expected, queue.arrive(source, tag));
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
            assertSame(expected, queue.peek(source, tag));
            assertSame(expected, queue.take(source, tag));
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
            assertEquals(messages, seenMessages);
            assertEquals(messages.size(), queue.messages());
            List<Receive> seenReceives = new ArrayList<>();
            queue.forEachPosted(pattern -> seenReceives.add(pattern.receive()));
            assertEquals(posted.size(), seenReceives.size());
            assertEquals(Set.copyOf(posted), Set.copyOf(seenReceives));
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
        Random random = new Random(sources * 31L + tags);
        Pair pair = new Pair();
        for (int i = 0; i < OPERATIONS; i++) {
            step(pair, random, sources, tags, wildcards, arrivals);
            if (i % 500 == 0) pair.compareAll();
        }
        pair.compareAll();
    }

    private static void step(Pair pair, Random random, int sources, int tags, int wildcards, int arrivals) {
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

    @Test
    void messagesOfOneSourceAreTakenInTheOrderOfTheirArrival() {
        Pair pair = new Pair();
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
        Pair pair = new Pair();
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
        Pair pair = new Pair();
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
        Pair pair = new Pair();
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
        Pair pair = new Pair();
        pair.receive(0, Integer.MAX_VALUE);
        pair.receive(0, 0);
        assertEquals(0, pair.arrive(0, 0).pattern.tag());
        assertEquals(
                Integer.MAX_VALUE, pair.arrive(0, Integer.MAX_VALUE).pattern.tag());
    }
}
