package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import org.jmpi.comm.transport.TestRank.Arrival;
import org.jmpi.comm.transport.TestRank.Departed;
import org.junit.jupiter.api.Test;

/** A transport reaches ranks that join later. */
public abstract class JoinContract extends TransportFixture {
    /** How many ranks join at most. */
    protected static final int MOST_JOINING = 3;

    static void assertIs(Letter sent, byte[] bytes, Arrival got) {
        assertEquals(sent.word0, got.kind());
        assertEquals(sent.word2, got.number());
        assertEquals(sent.word3, got.word3());
        Bytes.assertSame(bytes, got.payload());
    }

    /** Returns whether ranks that join later are reached. */
    protected boolean letsJoin() {
        return true;
    }

    @Test
    void aRankThatJoinsIsReachedByEachOtherOrByNone() throws Exception {
        try (TestWorld world = driven(2)) {
            for (int size = 2; size < 2 + MOST_JOINING; size++) {
                TestRank joined = world.join(this::open);
                assertEquals(letsJoin(), joined != null);
                if (joined == null) return;
                for (int other = 0; other < size; other++) {
                    for (int bytes : new int[] {10, 1 << 20}) {
                        Letter letter = Letter.of(bytes, bytes);
                        if (size % 2 == 0) joined.to(other).send(letter);
                        else world.rank(other).to(size).send(letter);
                        TestRank to = size % 2 == 0 ? world.rank(other) : joined;
                        assertIs(letter, Bytes.pattern(bytes, bytes), to.nextArrival(size % 2 == 0 ? size : other));
                        Letter answer = Letter.of(bytes + 1, 5);
                        if (size % 2 == 0) world.rank(other).to(size).send(answer);
                        else joined.to(other).send(answer);
                        TestRank back = size % 2 == 0 ? joined : world.rank(other);
                        assertIs(answer, Bytes.pattern(5, bytes + 1), back.nextArrival(size % 2 == 0 ? other : size));
                    }
                }
            }
            world.depart(4);
            for (int other = 0; other < 4; other++)
                assertInstanceOf(Departed.class, world.rank(other).next(4));
        }
    }
}
