package org.jmpi.comm.fault;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.progress.PeerConnection;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;
import org.jmpi.comm.wire.PayloadFrame;
import org.jmpi.comm.wire.PayloadSink;

/** The agreements in which one rank takes part, and their messages. */
public final class Agreements {
    /** The number of calls of a communicator that is gone. */
    public static final long NO_MORE = Long.MAX_VALUE;

    private static final Agreement.Kind[] KINDS = Agreement.Kind.values();

    /** Far more than the ballot of any world takes, in bytes. */
    private static final int LONGEST_BALLOT = 1 << 24;

    /** The bits of a number that count the agreements of one call. */
    private static final int PHASE_BITS = 16;

    /** @param number of the call in the context, and of the agreement in the call */
    private record Key(int context, long number) {
        Key next() {
            return new Key(context, number + 1);
        }

        long call() {
            return number >>> PHASE_BITS;
        }

        boolean isOfCallOf(Key other) {
            return context == other.context && call() == other.call();
        }
    }

    private final ProgressEngine engine;
    private final IntToLongFunction calls;

    /** Guarded by this, as all agreements. */
    private final Map<Key, Participant> participants = new HashMap<>();

    /** The latest agreement of each call that is under way. */
    private final List<Key> latest = new ArrayList<>();

    /** The agreements that the program has joined. */
    private int joined;

    /** The messages to send, in this order. They wait here, since no transport may be called under a lock. */
    private final Queue<Letter> outbox = new ConcurrentLinkedQueue<>();

    /** How many threads have asked for the letters to be sent; the first one sends them. */
    private final AtomicInteger senders = new AtomicInteger();

    private record Letter(PeerConnection to, PayloadFrame frame) {}

    /** The operation of a call that waits until no agreement needs this rank; null if there is none. */
    private AgreementOperation idle;

    /**
     * Registers the receiver of agreements; before the engine starts.
     *
     * @param engine moves the messages
     * @param calls returns how many calls this rank has begun in a context; {@link #NO_MORE} if it has no communicator
     *     of that context
     */
    public Agreements(ProgressEngine engine, IntToLongFunction calls) {
        this.engine = engine;
        this.calls = calls;
        engine.frames().register(FrameKind.AGREEMENT, this::onFrame);
        engine.wakes().setAlarm(this, this::lost);
    }

    /** This rank in an agreement; messages that come before the program has joined wait. */
    private final class Participant implements Agreement.Network {
        private final Key key;
        private final List<Runnable> early = new ArrayList<>();
        private Agreement agreement;
        private int[] members;
        private Execution execution;

        Participant(Key key) {
            this.key = key;
        }

        void join(Execution by, Ballot ballot) {
            execution = by;
            members = by.members;
            agreement = new Agreement(by.own, members.length, this);
            agreement.join(ballot);
            early.forEach(Runnable::run);
            early.clear();
        }

        /** @throws IllegalArgumentException if the sender is no member, or names one that there is not */
        void received(PeerConnection from, Agreement.Kind kind, int proposer, Ballot ballot) {
            if (agreement == null) {
                early.add(() -> received(from, kind, proposer, ballot));
                return;
            }
            int member = 0;
            while (member < members.length && members[member] != from.rank()) member++;
            int named = ballot == null
                    ? 0
                    : Math.max(ballot.failed().length(), ballot.acknowledged().length());
            if (member == members.length
                    || proposer < Agreement.NONE
                    || proposer >= members.length
                    || named > members.length)
                throw new IllegalArgumentException("message of an agreement of rank " + from.rank() + ", proposer="
                        + proposer + ", members named=" + named);
            agreement.received(member, kind, proposer, ballot);
        }

        @Override
        public void send(int member, Agreement.Kind kind, int proposer, Ballot ballot) {
            send(engine.peers().get(members[member]), kind, proposer, ballot);
        }

        private void send(PeerConnection to, Agreement.Kind kind, int proposer, Ballot ballot) {
            outbox.add(new Letter(
                    to,
                    new PayloadFrame(
                            FrameKind.AGREEMENT,
                            kind.ordinal(),
                            key.context,
                            key.number,
                            proposer,
                            0,
                            ballot == null ? null : ballot.encode())));
        }

        @Override
        public boolean isLost(int member) {
            return engine.peers().get(members[member]).gone() != null;
        }

        @Override
        public void decided(Ballot decision) {
            execution.decided(decision);
        }

        @Override
        public void forgotten() {
            participants.remove(key);
            joined--;
            if (joined == 0 && idle != null) idle.complete();
        }
    }

    /** A call of this rank: agreements one after the other. */
    private final class Execution {
        private final AgreementOperation operation;
        private final int[] members;
        private final int own;
        private final UnaryOperator<Ballot> next;
        private Key key;

        Execution(AgreementOperation operation, int[] members, int own, UnaryOperator<Ballot> next) {
            this.operation = operation;
            this.members = members;
            this.own = own;
            this.next = next;
        }

        void join(Key agreed, Ballot ballot) {
            if (key != null) latest.remove(key);
            key = agreed;
            latest.add(key);
            joined++;
            participants.computeIfAbsent(key, Participant::new).join(this, ballot);
        }

        void decided(Ballot decision) {
            CommException failure = null;
            Ballot following = null;
            try {
                following = next.apply(decision);
            } catch (CommException e) {
                failure = e;
            }
            if (following != null) {
                join(key.next(), following);
                return;
            }
            latest.remove(key);
            if (failure == null) operation.complete();
            else operation.fail(failure);
        }
    }

    /**
     * Starts a call: agreements of the members that are left, one after the other.
     *
     * @param call its name
     * @param context of a communicator
     * @param number returns the number of the call in the context, the same at all members; called once
     * @param members their ranks in the world, in the same order at all members
     * @param own the index of this rank among them
     * @param first this rank's ballot in the first agreement
     * @param next takes a decision, and returns this rank's ballot in the following agreement, or null at the end;
     *     called on any thread, must not block; the operation fails by the {@link CommException} that it throws
     * @return the operation under way
     */
    public Operation start(
            String call,
            int context,
            LongSupplier number,
            int[] members,
            int own,
            Ballot first,
            UnaryOperator<Ballot> next) {
        AgreementOperation operation = new AgreementOperation(call, context);
        synchronized (this) {
            Key key = new Key(context, number.getAsLong() << PHASE_BITS);
            new Execution(operation, members, own, next).join(key, first);
        }
        sendAll();
        return operation;
    }

    /** Adapts to the loss of peers. */
    private void lost() {
        synchronized (this) {
            for (Participant participant : List.copyOf(participants.values()))
                if (participant.agreement != null) participant.agreement.lost();
        }
        sendAll();
    }

    private void sendAll() {
        // Another thread is sending, and looks again.
        if (senders.getAndIncrement() > 0) return;
        do {
            for (Letter next = outbox.poll(); next != null; next = outbox.poll()) next.to.send(next.frame);
        } while (senders.decrementAndGet() > 0);
    }

    /**
     * Returns when no agreement needs this rank any more.
     *
     * @throws CommException the failure after which the job can't go on
     */
    public void drain() {
        Operation wait;
        synchronized (this) {
            if (joined == 0) return;
            idle = new AgreementOperation("Finalize", Operation.NO_CONTEXT);
            wait = idle;
        }
        engine.await(wait, "Finalize");
    }

    private Sink onFrame(PeerConnection from, long word0, long word1, long word2, long word3) {
        int code = FrameHeader.type(word0);
        if (code >= KINDS.length) throw new IllegalArgumentException("kind of a message of an agreement=" + code);
        if (word2 < 0 || word2 > LONGEST_BALLOT) throw new IllegalArgumentException("length of a ballot=" + word2);
        Key key = new Key(FrameHeader.context(word0), word1);
        int proposer = FrameHeader.sendId(word3);
        return PayloadSink.of((int) word2, bytes -> {
            receive(key, from, KINDS[code], proposer, Ballot.decode(bytes));
            sendAll();
        });
    }

    private synchronized void receive(Key key, PeerConnection from, Agreement.Kind kind, int proposer, Ballot ballot) {
        boolean carries =
                kind == Agreement.Kind.ESTIMATE || kind == Agreement.Kind.PROPOSE || kind == Agreement.Kind.DECIDE;
        if (carries != (ballot != null)) throw new IllegalArgumentException("message without its ballot: " + kind);
        Participant participant = participants.get(key);
        if (participant != null) {
            participant.received(from, kind, proposer, ballot);
        } else if (isForgotten(key)) {
            // All that were left had decided.
            if (kind == Agreement.Kind.DECIDE)
                new Participant(key).send(from, Agreement.Kind.FORGET, Agreement.NONE, null);
        } else {
            participant = new Participant(key);
            participants.put(key, participant);
            participant.received(from, kind, proposer, ballot);
        }
    }

    private boolean isForgotten(Key key) {
        for (Key each : latest) if (each.isOfCallOf(key)) return key.number <= each.number;
        return key.call() < calls.applyAsLong(key.context);
    }
}
