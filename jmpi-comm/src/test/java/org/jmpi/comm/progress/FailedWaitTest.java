package org.jmpi.comm.progress;

import static org.jmpi.comm.progress.ProgressLeaderTest.async;
import static org.jmpi.comm.progress.ProgressLeaderTest.failed;
import static org.jmpi.comm.progress.ProgressLeaderTest.get;
import static org.jmpi.comm.progress.ProgressLeaderTest.hasty;
import static org.jmpi.comm.progress.ProgressLeaderTest.isParked;
import static org.jmpi.comm.progress.ProgressLeaderTest.until;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.progress.ProgressLeaderTest.Trap;
import org.jmpi.comm.transport.Scheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A failure ends each wait, at a moment when no thread moves frames. */
@Timeout(60)
class FailedWaitTest {
    private final DeliveryTransport transport = new DeliveryTransport();
    private final SettableFailure failure = new SettableFailure();
    private final ProgressLeader leader = new ProgressLeader(Scheduler.JDK, transport, hasty(), failure, "none");
    private final ProgressLeader pushed = new ProgressLeader(Scheduler.JDK, null, hasty(), failure, "none");

    @AfterEach
    void closeLeader() {
        leader.close();
        transport.assertDrivenByOneThreadAtATime();
    }

    @Test
    void aFailureBeforeTheAlarmIsSetIsSeen() throws Exception {
        for (ProgressLeader each : List.of(leader, pushed)) {
            failure.set(null);
            assertFalse(get(async(() -> each.await(new Trap(() -> failNow(each)), null))));
        }
        failure.set(null);
        CompletableFuture<Boolean> leading = async(() -> leader.await(new Event(), null));
        until(() -> transport.blockedIn() != null);
        assertFalse(get(async(() -> leader.await(new Trap(() -> failNow(leader)), null))));
        assertFalse(get(leading));
    }

    private void failNow(ProgressLeader each) {
        failure.set(failed("failed"));
        each.wakeAll();
    }

    @ParameterizedTest(name = "{0} threads")
    @ValueSource(ints = {1, 2, 5})
    void aFailureEndsEveryWait(int threads) throws Exception {
        for (ProgressLeader each : List.of(leader, pushed)) {
            failure.set(null);
            List<CompletableFuture<Boolean>> waiters = new ArrayList<>();
            List<Thread> selves = new ArrayList<>();
            CountDownLatch started = new CountDownLatch(threads);
            for (int i = 0; i < threads; i++)
                waiters.add(async(() -> {
                    synchronized (selves) {
                        selves.add(Thread.currentThread());
                    }
                    started.countDown();
                    return each.await(new Event(), null);
                }));
            started.await();
            selves.forEach(thread -> until(() ->
                    thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING));
            failure.set(failed("failed"));
            each.wakeAll();
            for (CompletableFuture<Boolean> waiter : waiters) assertFalse(get(waiter));
        }
    }

    @ParameterizedTest(name = "{0} threads, driven {1}")
    @CsvSource({"1,true", "2,true", "1,false", "2,false"})
    void aFailureThatComesJustAsOneBlocksIsSeen(int threads, boolean driven) throws Exception {
        failWaits(threads, driven, 600);
    }

    @ParameterizedTest(name = "{0} threads, driven {1}")
    @CsvSource({"1,true", "2,true", "1,false", "2,false"})
    @Tag("full")
    void eachOfManyFailuresThatComeJustAsOneBlocksIsSeen(int threads, boolean driven) throws Exception {
        failWaits(threads, driven, 3000);
    }

    private void failWaits(int threads, boolean driven, int rounds) throws Exception {
        ProgressLeader each = driven ? leader : pushed;
        AtomicInteger begun = new AtomicInteger(-1);
        AtomicInteger ended = new AtomicInteger();
        List<CompletableFuture<Void>> waiters = new ArrayList<>();
        for (int i = 0; i < threads; i++)
            waiters.add(async(() -> {
                for (int r = 0; r < rounds; r++) {
                    int round = r;
                    until(() -> begun.get() == round);
                    assertFalse(each.await(new Event(), null));
                    ended.incrementAndGet();
                }
                return null;
            }));
        Random random = new Random(threads);
        for (int r = 0; r < rounds; r++) {
            int due = threads * (r + 1);
            failure.set(null);
            begun.set(r);
            for (int i = random.nextInt(400); i > 0; i--) Thread.onSpinWait();
            failure.set(failed("failed"));
            each.wakeAll();
            until(() -> ended.get() == due);
        }
        for (CompletableFuture<Void> waiter : waiters) get(waiter);
    }

    /** Bytes may be on their way into memory that is the program's after the wait. */
    @Test
    void aLossEndsNoWaitWhileAnotherThreadMovesFrames() throws Exception {
        DeliveryTransport moved = new DeliveryTransport();
        Losses losses = new Losses();
        ProgressLeader two = new ProgressLeader(Scheduler.JDK, moved, hasty(), losses, "none");
        CompletableFuture<Boolean> leading = async(() -> two.await(new Event(), null));
        until(() -> moved.blockedIn() != null);
        CompletableFuture<Boolean> following = async(() -> {
            losses.follower = Thread.currentThread();
            return two.await(new Event(), null);
        });
        until(() -> losses.follower != null && isParked(losses.follower));
        moved.deliver(() -> {
            losses.isMoving = true;
            losses.count = 1;
            two.wakeAll();
            until(() -> losses.isSeen);
            losses.isMoving = false;
        });
        assertFalse(get(following));
        assertFalse(get(leading));
        assertFalse(losses.isEarly);
        losses.isOfAll = true;
        two.close();
        moved.assertDrivenByOneThreadAtATime();
    }

    /** Peers whose loss ends each wait. */
    private static final class Losses implements WaitFailures {
        private volatile Thread follower;
        private volatile int count;
        private volatile boolean isOfAll;
        private volatile boolean isMoving;

        /** Whether the follower has learned of the losses. */
        private volatile boolean isSeen;

        private volatile boolean isEarly;

        @Override
        public int count() {
            return count;
        }

        @Override
        public boolean endAll() {
            isSeen |= Thread.currentThread() == follower;
            return isOfAll;
        }

        @Override
        public boolean endsWait(Completion completion) {
            isEarly |= isMoving;
            isSeen = true;
            return true;
        }
    }
}
