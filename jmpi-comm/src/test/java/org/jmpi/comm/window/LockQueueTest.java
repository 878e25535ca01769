package org.jmpi.comm.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;

/** Who has the lock of a memory, and who waits. */
class LockQueueTest {
    private final Set<Integer> gone = new HashSet<>();
    private final LockQueue locks = new LockQueue(gone::contains);

    /** The ranks that have got the lock, then those that have failed, below zero. */
    private final List<Integer> answers = new ArrayList<>();

    private ErrorClass failure = ErrorClass.PROC_FAILED;

    private void request(int rank, boolean exclusively) {
        locks.request(
                rank,
                exclusively,
                (word, payload) -> {
                    assertTrue(word == WindowOperation.DONE || word == failure.code());
                    answers.add(word == WindowOperation.DONE ? rank : -rank);
                },
                0);
    }

    @Test
    void sharedLocksAreHeldTogetherAndExclusiveOnesAlone() {
        request(1, false);
        request(2, false);
        assertEquals(List.of(1, 2), answers);
        request(3, true);
        assertTrue(locks.isAwaited());
        locks.release(1);
        assertEquals(List.of(1, 2), answers);
        locks.release(2);
        assertEquals(List.of(1, 2, 3), answers);
        assertFalse(locks.isAwaited());
    }

    @Test
    void nobodyOvertakesARankThatWaits() {
        request(1, false);
        request(2, true);
        request(3, false);
        request(4, false);
        assertEquals(List.of(1), answers);
        locks.release(1);
        assertEquals(List.of(1, 2), answers);
        locks.release(2);
        assertEquals(List.of(1, 2, 3, 4), answers);
    }

    @Test
    void theDeathOfTheHolderFailsThoseWhoWait() {
        request(1, true);
        request(2, true);
        request(3, false);
        gone.addAll(List.of(1, 3));
        locks.lose();
        assertEquals(List.of(1, -2), answers);
        request(4, true);
        assertEquals(List.of(1, -2, 4), answers);
    }

    @Test
    void theDeathOfARankThatWaitsLetsTheNextOneHaveTheLock() {
        request(1, false);
        request(2, true);
        request(3, false);
        gone.add(2);
        locks.lose();
        assertEquals(List.of(1, 3), answers);
    }

    @Test
    void aRankThatIsLostBeforeItsRequestIsHandledKeepsNoLock() {
        gone.add(1);
        locks.lose();
        request(1, true);
        request(2, true);
        assertEquals(2, answers.get(answers.size() - 1));
    }

    @Test
    void theEndOfTheQueueFailsThoseWhoWaitAndThoseWhoCome() {
        failure = ErrorClass.WIN;
        request(1, true);
        request(2, false);
        locks.close(new CommException(ErrorClass.WIN, "freed"));
        request(3, false);
        assertEquals(List.of(1, -2, -3), answers);
    }
}
