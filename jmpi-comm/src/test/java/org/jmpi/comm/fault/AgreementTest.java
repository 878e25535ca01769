package org.jmpi.comm.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Agreements among members that fail at any moment, also between two messages of a broadcast. */
@Timeout(60)
class AgreementTest {
    private static final int SEEDS = Integer.getInteger("jmpi.test.seeds", 20_000);

    /** A frame on its way. */
    private record Message(int from, int to, Agreement.Kind kind, int proposer, Ballot ballot) {}

    /** A member, and what it knows of the others. */
    private final class Member implements Agreement.Network {
        final int number;
        final Ballot ballot;
        final BitSet knownLost = new BitSet();
        Agreement agreement;
        boolean joined;

        /** The members that this one knew to be lost when it joined. */
        BitSet lostBefore;

        Ballot decision;
        boolean forgotten;

        Member(int number) {
            this.number = number;
            BitSet acknowledged = new BitSet();
            for (int i = 0; i < size; i++) if (random.nextBoolean()) acknowledged.set(i);
            this.ballot = new Ballot(random.nextLong() | random.nextLong(), new BitSet(), acknowledged);
            this.agreement = new Agreement(number, size, this);
        }

        @Override
        public void send(int member, Agreement.Kind kind, int proposer, Ballot carried) {
            if (crashed.get(number)) return;
            channels.get(number * size + member).add(new Message(number, member, kind, proposer, carried));
            // The member may fail before its next message.
            if (random.nextInt(100) < crashPercent) crash(number);
        }

        @Override
        public boolean isLost(int member) {
            return knownLost.get(member);
        }

        @Override
        public void decided(Ballot value) {
            if (crashed.get(number)) return;
            assertTrue(decision == null, "decided twice");
            decision = value;
            decisions.add(value);
        }

        @Override
        public void forgotten() {
            forgotten = true;
        }

        void join() {
            joined = true;
            lostBefore = (BitSet) knownLost.clone();
            agreement.join(new Ballot(ballot.flags(), lostBefore, ballot.acknowledged()));
        }
    }

    private Random random;
    private int size;
    private int crashPercent;
    private int mayCrash;
    private final List<Member> members = new ArrayList<>();
    private final List<Deque<Message>> channels = new ArrayList<>();
    private final List<Ballot> decisions = new ArrayList<>();
    private final BitSet crashed = new BitSet();

    private void crash(int member) {
        if (crashed.get(member) || mayCrash == 0) return;
        mayCrash--;
        crashed.set(member);
        // Of what it has sent to each other one, the last messages may be lost.
        for (int to = 0; to < size; to++) {
            Deque<Message> sent = channels.get(member * size + to);
            int kept = random.nextInt(sent.size() + 1);
            while (sent.size() > kept) sent.removeLast();
        }
    }

    private void run(int seed) {
        random = new Random(seed);
        size = 1 + random.nextInt(6);
        crashPercent = random.nextInt(12);
        mayCrash = random.nextInt(size);
        members.clear();
        channels.clear();
        decisions.clear();
        crashed.clear();
        for (int i = 0; i < size * size; i++) channels.add(new ArrayDeque<>());
        for (int i = 0; i < size; i++) members.add(new Member(i));
        while (step()) {
            // Each step is one event.
        }
        check(seed);
    }

    /** Takes one of the events that are possible; returns false if there is none. */
    private boolean step() {
        if (random.nextInt(100) < crashPercent) crash(random.nextInt(size));
        List<BooleanSupplier> events = new ArrayList<>();
        for (Member member : members) {
            if (crashed.get(member.number)) continue;
            if (!member.joined)
                events.add(() -> {
                    member.join();
                    return true;
                });
            BitSet unknown = (BitSet) crashed.clone();
            unknown.andNot(member.knownLost);
            unknown.stream()
                    .forEach(lost -> events.add(() -> {
                        member.knownLost.set(lost);
                        if (!member.forgotten) member.agreement.lost();
                        return true;
                    }));
        }
        for (Deque<Message> channel : channels) if (!channel.isEmpty()) events.add(() -> deliver(channel.remove()));
        if (events.isEmpty()) return false;
        return events.get(random.nextInt(events.size())).getAsBoolean();
    }

    /** A member that has forgotten the agreement answers as its table of agreements does. */
    private boolean deliver(Message message) {
        Member to = members.get(message.to);
        if (crashed.get(to.number)) return true;
        if (!to.forgotten) to.agreement.received(message.from, message.kind, message.proposer, message.ballot);
        else if (message.kind == Agreement.Kind.DECIDE) to.send(message.from, Agreement.Kind.FORGET, -1, null);
        return true;
    }

    private void check(int seed) {
        String where = "seed " + seed;
        for (Ballot decision : decisions) assertEquals(decisions.get(0), decision, where);
        for (Member member : members) {
            if (crashed.get(member.number)) continue;
            assertNotNull(member.decision, where + ": member " + member.number + " has not decided");
            assertTrue(member.forgotten, where + ": member " + member.number + " has not forgotten");
            long flags = member.decision.flags();
            assertEquals(flags, flags & member.ballot.flags(), where);
            BitSet alive = (BitSet) member.decision.failed().clone();
            alive.andNot(crashed);
            assertTrue(alive.isEmpty(), where + ": failed " + member.decision.failed() + ", crashed " + crashed);
            BitSet missed = (BitSet) member.lostBefore.clone();
            missed.andNot(member.decision.failed());
            assertTrue(missed.isEmpty(), where + ": member " + member.number + " knew that " + missed + " had failed");
            BitSet own = (BitSet) member.decision.acknowledged().clone();
            own.andNot(member.ballot.acknowledged());
            assertTrue(own.isEmpty(), where);
        }
    }

    @Test
    void allThatDecideDecideTheSame() {
        for (int seed = 0; seed < SEEDS; seed++) run(seed);
    }
}
