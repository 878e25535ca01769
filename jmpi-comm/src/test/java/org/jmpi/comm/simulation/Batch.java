package org.jmpi.comm.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.communicator.PersistentHandle;
import org.jmpi.comm.communicator.PointToPoint;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.simulation.RankRun.Outcome;
import org.jmpi.comm.simulation.RankRun.Pending;

/**
 * Messages to one rank, as many as its receives. MPI leaves open which receive gets which message, within the limits of
 * {@link Matching}.
 */
final class Batch extends Action {
    private static final TypeHandle BYTE = TypeHandle.predefined(Layout.of(BasicType.BYTE));

    /** Stands for the message of a receive that has none yet, and of one that gets none since a rank is lost. */
    private static final int OPEN = -1;

    private static final int LOST = -2;

    /** The shortest time in ns between two attempts to receive from any source, though one is lost. */
    private static final long SHORTEST_PAUSE = 1_000;

    /** The phases of a step at the same time. */
    private static final int SETUP = 0;

    private static final int POST = 1;
    private static final int GO = 2;
    private static final int SEND = 3;
    private static final int RECEIVE = 4;
    private static final int FREE = 5;

    /**
     * A message.
     *
     * @param from the sender, in the world
     * @param time when it is sent
     * @param waits whether its call returns only when it is complete
     */
    record Message(int from, int tag, SendMode mode, int count, Items items, long time, boolean waits) {
        Message at(long newTime) {
            return new Message(from, tag, mode, count, items, newTime, waits);
        }

        String text(ElementKind kind, int to, boolean persistent) {
            String call = persistent ? mode.call() + "_init and Start" : (waits ? "" : "I") + mode.call();
            return call + "(" + items.text(kind, count) + " to " + to + " tag " + tag + ")";
        }
    }

    /** How a message is received. */
    enum Way {
        RECV,
        IRECV,
        /** By Probe, then Recv of what it has found. */
        PROBE,
        /** By Iprobe until it finds something, then Recv. */
        IPROBE
    }

    /**
     * A receive.
     *
     * @param from the sender, in the world; ANY_SOURCE for any
     * @param tag of the message, or ANY_TAG
     * @param room how many items fit
     */
    record Receive(int from, int tag, Way way, int room, Items items, long time) {
        String text(ElementKind kind) {
            return way + "(" + items.text(kind, room) + " from " + (from == Communicator.ANY_SOURCE ? "any" : from)
                    + " tag " + (tag == Communicator.ANY_TAG ? "any" : tag) + ")";
        }
    }

    private final CommModel parent;
    private final CommModel own;
    private final int to;
    private final ElementKind kind;
    private final List<Message> messages;
    private final List<Receive> receives;

    /**
     * @param alone whether the messages have a communicator of their own
     * @param to the receiver, in the world
     * @param messages those of one sender in the order of its steps
     * @param receives in the order of the receiver's steps
     */
    Batch(
            int number,
            CommModel comm,
            boolean alone,
            int to,
            ElementKind kind,
            List<Message> messages,
            List<Receive> receives) {
        super(number, comm);
        this.parent = comm;
        this.own = alone ? new CommModel("own" + number, number, comm.group(), comm.other()) : comm;
        this.to = to;
        this.kind = kind;
        this.messages = messages;
        this.receives = receives;
    }

    @Override
    long bufferedBytes(int rank) {
        return messages.stream()
                .filter(message -> message.from == rank && message.mode == SendMode.BUFFERED)
                .mapToLong(message -> (long) message.count * message.items.size() * kind.mostBytes() + 1024)
                .sum();
    }

    private long posted() {
        return receives.stream().mapToLong(Receive::time).max().orElseThrow();
    }

    private long sent() {
        return messages.stream().mapToLong(Message::time).max().orElseThrow();
    }

    @Override
    void steps(Consumer<Step> steps) {
        if (own != parent) setUp(steps);
        // Those that wait come after the messages of the same time; all receives stay in their order.
        int phase = receives.stream().allMatch(receive -> receive.way == Way.IRECV) ? POST : RECEIVE;
        for (int i = 0; i < receives.size(); i++) {
            int index = i;
            Receive receive = receives.get(i);
            String text = "receive " + i + ": " + receive.text(kind) + " on " + own;
            steps.accept(step(to, receive.time, phase, text, rank -> receive(rank, index)));
        }
        for (int i = 0; i < messages.size(); i++) {
            int index = i;
            Message message = messages.get(i);
            if (isReady(message)) awaitGo(steps, message, index);
            String text = "message " + i + ": " + message.text(kind, to, isPersistent(index)) + " on " + own;
            steps.accept(step(message.from, message.time, SEND, text, rank -> send(rank, index)));
        }
    }

    private void setUp(Consumer<Step> steps) {
        for (int member : parent.members()) {
            steps.accept(step(member, begin(), SETUP, "Dup of " + parent + " as " + own, this::makeOwn));
            long last = Math.max(member == to ? posted() : begin(), lastSendOf(member));
            steps.accept(step(member, last, FREE, "Free of " + own, rank -> {
                if (rank.has(own)) rank.communicator(own).free();
            }));
        }
    }

    private void makeOwn(RankRun rank) {
        Communicator made =
                rank.make("Dup of #" + number(), parent, () -> Communicators.dup(rank.communicator(parent)));
        if (made != null) rank.made(own, made);
    }

    private long lastSendOf(int member) {
        return messages.stream()
                .filter(message -> message.from == member)
                .mapToLong(Message::time)
                .max()
                .orElse(begin());
    }

    private boolean isReady(Message message) {
        return message.mode == SendMode.READY && message.from != to;
    }

    /** Lets a sender in ready mode know that all receives are posted. */
    private void awaitGo(Consumer<Step> steps, Message message, int index) {
        int tag = ProgramGenerator.tag(number(), 255 - index);
        UserBuffer word = new UserBuffer(new byte[1], 0, 0, BYTE);
        steps.accept(step(
                to,
                posted(),
                GO,
                "Isend that message " + index + " may come",
                rank -> rank.started(
                        rank.messages(parent).isend(SendMode.STANDARD, word, parent.rank(message.from), tag),
                        new int[] {message.from},
                        due(message.time),
                        "go " + index + " of #" + number(),
                        done -> {})));
        steps.accept(step(
                message.from,
                message.time,
                GO,
                "Recv that message " + index + " may be sent",
                rank -> rank.attempt(
                        new int[] {to}, () -> rank.messages(parent).recv(word, parent.rank(to), tag, Status.BINDING))));
    }

    private void send(RankRun rank, int index) {
        if (!rank.has(own)) return;
        Message message = messages.get(index);
        GuardedBuffer buffer = new GuardedBuffer(kind, message.items.span(message.count));
        buffer.write(0, message.items, message.count, i -> value(0, index, i));
        UserBuffer items = buffer.items(message.items, message.count);
        String what = "send buffer of message " + index + " of #" + number();
        if (message.waits) {
            rank.attempt(new int[] {to}, () -> rank.messages(own).send(message.mode, items, own.rank(to), message.tag));
            buffer.check(what);
            return;
        }
        RequestHandle started = isPersistent(index)
                ? start(rank.messages(own).sendInit(message.mode, items, own.rank(to), message.tag))
                : rank.messages(own).isend(message.mode, items, own.rank(to), message.tag);
        rank.started(
                started,
                new int[] {to},
                due(Math.max(message.time, posted())),
                "message " + index + " of #" + number(),
                done -> buffer.check(what));
    }

    /** Returns whether a message that nobody waits for, and the receive of the same number, are persistent requests. */
    private boolean isPersistent(int index) {
        return index % 4 == 3 && !messages.get(index).waits;
    }

    private static PersistentHandle start(PersistentHandle persistent) {
        persistent.start(Status.BINDING);
        return persistent;
    }

    /** What the receiver knows so far. */
    private final class Received {
        /** A message that is what a receive has got; one that looks like another may be the other. */
        private final int[] matched = new int[receives.size()];

        private final GuardedBuffer[] buffers = new GuardedBuffer[receives.size()];
        private final Pending[] pending = new Pending[receives.size()];
        private int open = receives.size();

        /** Whether a receive that failed may have taken a message with it. */
        private boolean hasFailed;

        Received() {
            Arrays.fill(matched, OPEN);
            for (int i = 0; i < buffers.length; i++) {
                Receive receive = receives.get(i);
                buffers[i] = new GuardedBuffer(kind, receive.items.span(receive.room));
            }
        }

        /** Finds out which message a receive has got, from its status and its content. */
        void complete(RankRun rank, int index, Status status) {
            int message = 0;
            while (message < messages.size() && !isIn(index, status, message)) message++;
            if (message == messages.size())
                throw new AssertionError(
                        "receive " + index + " of #" + number() + " has got none of the messages: source "
                                + status.source() + ", tag " + status.tag() + ", " + status.elements() + " elements");
            matched[index] = message;
            Items items = receives.get(index).items;
            buffers[index].expect(0, items, messages.get(message).count, element(message));
            buffers[index].check("receive " + index + " of #" + number());
            if (--open == 0) end(rank);
        }

        /** Takes note that a receive gets no message, since a rank is lost. */
        void fail(RankRun rank, int index) {
            matched[index] = LOST;
            hasFailed = true;
            buffers[index].keep();
            if (--open == 0) end(rank);
        }

        /** Takes note that a receive has failed, and may be made again: a part of a message may be there. */
        void failedOnce(int index) {
            hasFailed = true;
            buffers[index].clear();
        }

        /** Returns whether a receive from any source that has no message will get one, though a rank is lost. */
        boolean isComing(int index) {
            long coming = messages.stream()
                    .filter(message -> !RankRun.isLost(message.from))
                    .count();
            for (int i = 0; i < matched.length; i++) {
                if (matched[i] >= 0 && !RankRun.isLost(messages.get(matched[i]).from)) coming--;
                else if (matched[i] == OPEN && i != index && comesFirst(i, index)) coming--;
            }
            return coming > 0;
        }

        /** Returns whether an open receive gets a message before another one, from any source, does. */
        private boolean comesFirst(int open, int other) {
            int from = receives.get(open).from;
            return from == Communicator.ANY_SOURCE ? open < other : !RankRun.isLost(from);
        }

        /** Completes the receives from any source before another one that have got a message. */
        void settleBefore(int index) {
            for (int i = 0; i < index; i++)
                if (matched[i] == OPEN && receives.get(i).from == Communicator.ANY_SOURCE) pending[i].tryToComplete();
        }

        private boolean isIn(int index, Status status, int number) {
            Message message = messages.get(number);
            return own.rank(message.from) == status.source()
                    && message.tag == status.tag()
                    && message.count * message.items.size() == status.elements()
                    && message.count <= receives.get(index).room
                    && buffers[index].holds(receives.get(index).items, message.count, element(number));
        }

        private void end(RankRun rank) {
            int[] found = matched.clone();
            for (int i = 0; i < matched.length; i++) matched[i] = firstAlike(i);
            for (int message = 0; message < messages.size() && !rank.isBroken(); message++) checkReceived(message);
            Matching matching = new Matching(messages, receives);
            String wrong = matching.violation(matched);
            // A receive that failed may have had the first of messages that look alike.
            if (wrong != null && hasFailed) {
                for (int i = 0; i < found.length; i++) found[i] = firstNotOvertaken(found, i);
                wrong = matching.violation(found);
            }
            if (wrong != null) throw new AssertionError("#" + number() + ": " + wrong);
            for (int message : matched) rank.decided(message);
            for (int i = 0; i < buffers.length; i++) {
                GuardedBuffer buffer = buffers[i];
                String what = "receive " + i + " of #" + number() + ", long after it was complete";
                rank.atEnd(() -> buffer.check(what));
            }
        }

        private void checkReceived(int message) {
            boolean isThere = Arrays.stream(matched).anyMatch(each -> each == message);
            if (!isThere && !RankRun.isLost(messages.get(message).from))
                throw new AssertionError("message " + message + " of #" + number() + " was not received");
        }

        /** Returns the first message that is like that of a receive and that no receive before it has got. */
        private int firstAlike(int index) {
            if (matched[index] == LOST) return LOST;
            for (int message = 0; message < messages.size(); message++) {
                int candidate = message;
                boolean taken = Arrays.stream(matched, 0, index).anyMatch(other -> other == candidate);
                if (!taken && areAlike(candidate, matched[index])) return candidate;
            }
            throw new AssertionError(
                    "receive " + index + " of #" + number() + " has got message " + matched[index] + " once more");
        }

        /** Returns the first message that is like that of a receive and that no receive before it has got or passed. */
        private int firstNotOvertaken(int[] found, int index) {
            if (found[index] == LOST) return LOST;
            for (int message = 0; message < messages.size(); message++) {
                int candidate = message;
                boolean gone = IntStream.range(0, index).anyMatch(before -> isPassed(candidate, found[before], before));
                if (!gone && areAlike(candidate, found[index])) return candidate;
            }
            throw new AssertionError("receive " + index + " of #" + number() + " has got message " + found[index]
                    + ", which a receive before it has got or passed");
        }

        /** Returns whether a message can't come after a receive that has got another one, or the same. */
        private boolean isPassed(int message, int got, int receive) {
            return got >= message
                    && messages.get(got).from == messages.get(message).from
                    && Matching.fits(messages.get(message), receives.get(receive));
        }

        private boolean areAlike(int one, int other) {
            Message first = messages.get(one);
            Message second = messages.get(other);
            return first.from == second.from
                    && first.tag == second.tag
                    && first.count == second.count
                    && IntStream.range(0, first.count * first.items.size())
                            .allMatch(i -> kind.canonical(element(one).applyAsLong(i))
                                    == kind.canonical(element(other).applyAsLong(i)));
        }

        private IntToLongFunction element(int message) {
            return i -> value(0, message, i);
        }
    }

    private void receive(RankRun rank, int index) {
        if (!rank.has(own)) return;
        Received received = rank.state(this, Received::new);
        Receive receive = receives.get(index);
        int source = receive.from == Communicator.ANY_SOURCE ? receive.from : own.rank(receive.from);
        int[] needs = receive.from == Communicator.ANY_SOURCE ? own.remote(to) : new int[] {receive.from};
        if (receive.way == Way.IRECV) {
            start(rank, received, index, source, needs);
            return;
        }
        for (long pause = SHORTEST_PAUSE; ; pause *= 2) {
            if (rank.attempt(needs, () -> received.complete(rank, index, receive(rank, received, index, source))))
                return;
            received.failedOnce(index);
            received.settleBefore(index);
            if (rank.isBroken() || receive.from != Communicator.ANY_SOURCE || !received.isComing(index)) break;
            Simulation.compute(pause);
        }
        received.fail(rank, index);
    }

    private void start(RankRun rank, Received received, int index, int source, int[] needs) {
        Receive receive = receives.get(index);
        UserBuffer items = received.buffers[index].items(receive.items, receive.room);
        PointToPoint comm = rank.messages(own);
        received.pending[index] = rank.started(
                isPersistent(index)
                        ? start(comm.recvInit(items, source, receive.tag))
                        : comm.irecv(items, source, receive.tag),
                needs,
                due(Math.max(receive.time, sent())),
                "receive " + index + " of #" + number(),
                new Outcome() {
                    @Override
                    public void complete(Status status) {
                        received.complete(rank, index, status);
                    }

                    @Override
                    public void fail() {
                        received.fail(rank, index);
                    }

                    @Override
                    public boolean isComing() {
                        return received.isComing(index);
                    }
                });
    }

    private Status receive(RankRun rank, Received received, int index, int source) {
        Receive receive = receives.get(index);
        UserBuffer items = received.buffers[index].items(receive.items, receive.room);
        PointToPoint comm = rank.messages(own);
        if (receive.way == Way.RECV) return comm.recv(items, source, receive.tag, Status.BINDING);
        Status found = probe(comm, receive, source);
        Status done = comm.recv(items, found.source(), found.tag(), Status.BINDING);
        if (!found.equals(done)) throw new AssertionError("found " + found + ", received " + done);
        return done;
    }

    private static Status probe(PointToPoint comm, Receive receive, int source) {
        Status found = null;
        for (int tries = 0; receive.way == Way.IPROBE && found == null && tries < 50; tries++)
            found = comm.iprobe(source, receive.tag, Status.BINDING);
        return found == null ? comm.probe(source, receive.tag, Status.BINDING) : found;
    }

    @Override
    public String toString() {
        return messages.size() + " messages to rank " + to + (own == parent ? " on " : " on a copy of ") + parent;
    }
}
