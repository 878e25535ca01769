package org.jmpi.comm.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each thread that waits for a request has an alarm of its own. */
@Timeout(30)
class AlarmsTest {
    private final Plain request = new Plain();
    private final Set<String> woken = new ConcurrentSkipListSet<>();

    private static final class Plain extends MessageOperation {
        @Override
        public int context() {
            return 0;
        }

        @Override
        public int peer() {
            return 0;
        }

        void again() {
            renew();
        }
    }

    /** Has a thread do something, and waits for its end. */
    private static void in(Runnable task) throws InterruptedException {
        Thread thread = new Thread(task);
        thread.start();
        thread.join();
    }

    private void setAlarm(String name) {
        request.wakes(() -> woken.add(name));
    }

    @Test
    void eachThreadThatWaitsIsWoken() throws Exception {
        in(() -> setAlarm("one"));
        in(() -> setAlarm("two"));
        setAlarm("three");
        request.complete();
        assertEquals(Set.of("one", "two", "three"), woken);
    }

    @Test
    void aThreadThatLeavesTakesNoAlarmButItsOwn() throws Exception {
        in(() -> setAlarm("one"));
        setAlarm("own");
        in(() -> {
            setAlarm("other");
            request.wakes(null);
        });
        request.wakes(null);
        request.complete();
        assertEquals(Set.of("one"), woken);
    }

    @Test
    void aThreadHasOneAlarm() {
        setAlarm("first");
        setAlarm("second");
        request.complete();
        assertEquals(Set.of("second"), woken);
    }

    @Test
    void theNextOperationHasNoAlarm() throws Exception {
        in(() -> setAlarm("one"));
        request.again();
        request.complete();
        assertEquals(Set.of(), woken);
    }

    @Test
    void threadsThatSetTheirAlarmsAtOnceAreAllWoken() throws Exception {
        for (int round = 0; round < 200; round++) {
            request.again();
            woken.clear();
            List<Thread> threads = IntStream.range(0, 4)
                    .mapToObj(number -> new Thread(() -> setAlarm("" + number)))
                    .toList();
            threads.forEach(Thread::start);
            for (Thread thread : threads) thread.join();
            request.complete();
            assertEquals(Set.of("0", "1", "2", "3"), woken);
        }
    }
}
