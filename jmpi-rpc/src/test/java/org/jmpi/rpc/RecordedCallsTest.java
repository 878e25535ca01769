package org.jmpi.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jmpi.comm.observe.JobRecorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording contains the methods of remote objects, and the waits of their callers. */
class RecordedCallsTest {
    interface Counter {
        int add(int more);

        @Simple
        int value();
    }

    static class Sum implements Counter {
        private int value;

        @Override
        public synchronized int add(int more) {
            long end = System.nanoTime() + 1_000_000;
            while (System.nanoTime() < end) Thread.onSpinWait();
            return value += more;
        }

        @Override
        public synchronized int value() {
            return value;
        }
    }

    @TempDir
    Path folder;

    @Test
    void methodsAreEventsOfTheObjectsRank() throws IOException {
        Path file = folder.resolve("calls.jfr");
        JobRecorder.record(
                file,
                () -> Ranks.run("threads", 2, space -> {
                    Counter counter =
                            space.exportAll(Counter.class, new Sum()).get(1).get();
                    if (space.rank() == 0) assertEquals(7, counter.add(7));
                    if (space.rank() == 0) assertEquals(7, counter.value());
                }));
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertEquals(
                List.of("1 Counter.add(int) for 0", "1 Counter.value() for 0"),
                events.stream()
                        .filter(event -> event.getEventType().getName().equals("org.jmpi.Execution"))
                        .map(event ->
                                event.getInt("rank") + " " + event.getString("call") + " for " + event.getInt("peer"))
                        .sorted()
                        .toList());
        assertEquals(
                List.of("0 Counter.add(int) for 1"),
                events.stream()
                        .filter(event -> event.getEventType().getName().equals("org.jmpi.Wait")
                                && event.getString("call").equals("Counter.add(int)"))
                        .map(event ->
                                event.getInt("rank") + " " + event.getString("call") + " for " + event.getInt("peer"))
                        .toList());
    }
}
