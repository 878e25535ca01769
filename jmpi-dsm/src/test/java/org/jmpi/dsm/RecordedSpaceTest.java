package org.jmpi.dsm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jmpi.Jmpi;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.observe.JobRecorder;
import org.jmpi.comm.report.BlockedCalls;
import org.jmpi.world.CurrentWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording contains the locks and barriers of a space. */
class RecordedSpaceTest {
    @TempDir
    Path folder;

    @Test
    void locksAndBarriersAreEvents() throws IOException {
        CountDownLatch held = new CountDownLatch(1);
        CompletableFuture<Process> other = new CompletableFuture<>();
        Path file = folder.resolve("space.jfr");
        JobRecorder.record(
                file,
                () -> Jmpi.call(2, Duration.ofSeconds(50), "threads", () -> {
                    try (SharedSpace space = SharedSpace.make()) {
                        if (space.rank() == 0) {
                            space.lock(3);
                            held.countDown();
                            awaitWaitForLock(other.get());
                            space.unlock(3);
                        } else {
                            held.await();
                            other.complete(CurrentWorld.get().process());
                            space.lock(3);
                            space.unlock(3);
                        }
                        for (int number : new int[] {2, 16, -1, 2}) space.barrier(number);
                    }
                    return null;
                }));
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertEquals(
                List.of("1 SharedSpace.lock 3 of 0"),
                events.stream()
                        .filter(event -> event.getEventType().getName().equals("org.jmpi.Wait")
                                && event.getInt("rank") == 1
                                && !event.getString("lock").isEmpty())
                        .map(event -> event.getInt("rank") + " " + event.getString("call") + " "
                                + event.getString("lock") + " of " + event.getInt("peer"))
                        .distinct()
                        .toList());
        assertEquals(
                List.of(
                        "0 of 2: SharedSpace.barrier(-1)",
                        "0 of 2: SharedSpace.barrier(16)",
                        "0 of 2: SharedSpace.barrier(2)",
                        "0 of 2: SharedSpace.barrier(2)",
                        "1 of 2: SharedSpace.barrier(-1)",
                        "1 of 2: SharedSpace.barrier(16)",
                        "1 of 2: SharedSpace.barrier(2)",
                        "1 of 2: SharedSpace.barrier(2)"),
                events.stream()
                        .filter(event -> event.getEventType().getName().equals("org.jmpi.Collective")
                                && event.getString("call").startsWith("SharedSpace.barrier"))
                        .map(event ->
                                event.getInt("rank") + " of " + event.getInt("size") + ": " + event.getString("call"))
                        .sorted()
                        .toList());
    }

    /** Returns when rank 1 waits for the lock. */
    private static void awaitWaitForLock(Process process) {
        BlockedCalls calls = new BlockedCalls(1, 2, process);
        while (calls.now().stream().noneMatch(each -> each.call().contains("lock 3"))) Thread.onSpinWait();
    }
}
