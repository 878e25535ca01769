package org.jmpi.bench.pvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;
import org.jmpi.bench.Series;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A master and its workers, which are tasks of one process here. */
@Timeout(60)
class TasksTest {
    private static final long LIMIT_SECONDS = 30;

    private static List<String> run(int workers, String... args) throws Throwable {
        PrintStream out = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        jpvmEnvironment master = new jpvmEnvironment("master");
        List<jpvmEnvironment> environments = new ArrayList<>();
        List<CompletableFuture<Void>> working = new ArrayList<>();
        try {
            System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
            for (int i = 0; i < workers; i++) environments.add(new jpvmEnvironment("worker"));
            for (jpvmEnvironment worker : environments)
                working.add(CompletableFuture.runAsync(
                        () -> work(worker, master.pvm_mytid()), task -> new Thread(task).start()));
            jpvmTaskId[] tids =
                    environments.stream().map(jpvmEnvironment::pvm_mytid).toArray(jpvmTaskId[]::new);
            assertEquals(0, new Tasks(master, tids).lead(Tasks.options().parse(args)));
            for (CompletableFuture<Void> each : working) each.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } finally {
            System.setOut(out);
            for (jpvmEnvironment worker : environments) worker.pvm_exit();
            master.pvm_exit();
        }
        return output.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static void work(jpvmEnvironment worker, jpvmTaskId master) {
        try {
            Tasks.work(worker, master);
        } catch (jpvmException e) {
            throw new CompletionException(e);
        }
    }

    @Test
    void theProductIsThatOfMessages() throws Throwable {
        List<String> lines = run(2, "--program", "matrix", "--size", "20");
        assertTrue(lines.get(0).startsWith("sample,matrix,3,0,"), lines::toString);
        assertEquals("# checksum -6842", lines.get(1));
    }

    @Test
    void messagesAreTimedOneByOne() throws Throwable {
        List<Series> series = run(1, "--quick", "--sizes", "0 1000").stream()
                .flatMap(line -> Series.parse(line).stream())
                .toList();
        assertEquals(List.of(0L, 1000L), series.stream().map(Series::bytes).toList());
        assertEquals(64, series.get(1).values().size());
    }
}
