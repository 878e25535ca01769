package org.jmpi.dsm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jmpi.Jmpi;
import org.jmpi.dsm.protocol.RandomProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The checks find elements that ranks share without a lock, and nothing else. */
class SharingCheckTest {
    private static final Duration LIMIT = Duration.ofSeconds(50);

    /** Returns what the checks print of a program. */
    private static List<String> findings(int ranks, Runnable program) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setProperty("jmpi.check", "true");
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            Jmpi.run(ranks, LIMIT, program::run);
        } finally {
            System.setErr(before);
            System.clearProperty("jmpi.check");
        }
        return bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("shared array"))
                .toList();
    }

    private static List<String> findings(boolean copies, Consumer<SharedSpace> body) {
        SpaceOptions options = SpaceOptions.DEFAULT.pageBytes(64);
        return findings(3, () -> {
            try (SharedSpace space = SharedSpace.make(copies ? options.copies() : options)) {
                body.accept(space);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void twoWritesOfOneElement(boolean copies) {
        List<String> found = findings(copies, space -> {
            space.ints(3);
            SharedInts ints = space.ints(10);
            if (space.rank() == 0) ints.set(4, 1);
            if (space.rank() == 2) for (int i = 2; i < 9; i++) ints.set(i, 2);
            space.barrier();
        });
        assertEquals(1, found.size(), () -> "" + found);
        String line = "SharingCheckTest\\.java:\\d+";
        assertTrue(
                found.get(0)
                        .matches(".*rank 0 writes in " + line + " element 4 of shared array 1, which rank 2 writes in "
                                + line + ": no lock and no barrier is in between"),
                found.get(0));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReadAndAWriteInOneLockAlone(boolean copies) {
        List<String> found = findings(copies, space -> {
            SharedDoubles values = space.doubles(100);
            double[] some = new double[50];
            space.lock(space.rank());
            if (space.rank() == 1) values.read(0, some, 0, 50);
            if (space.rank() == 2) values.write(49, some, 0, 50);
            space.unlock(space.rank());
        });
        assertEquals(1, found.size(), () -> "" + found);
        assertTrue(found.get(0).contains("rank 1 reads in"), found.get(0));
        assertTrue(found.get(0).contains("element 49 of shared array 0, which rank 2 writes in"), found.get(0));
    }

    @Test
    void barriersOfDifferentNumbers() {
        Throwable failure = assertThrows(
                RuntimeException.class, () -> findings(false, space -> space.barrier(space.rank() == 2 ? 1 : 0)));
        while (failure.getCause() != null) failure = failure.getCause();
        assertTrue(
                failure.getMessage().contains("SharedSpace.barrier(0)")
                        && failure.getMessage().contains("SharedSpace.barrier(1)"),
                failure.getMessage());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void programsWithoutAFault(boolean copies) {
        List<String> found = findings(copies, space -> {
            SharedLongs values = space.longs(20);
            values.set(space.rank(), 1);
            values.get(19);
            space.barrier();
            for (int i = 0; i < 3; i++) values.get(i);
            space.barrier(1);
            for (int i = 0; i < 5; i++) {
                space.lock(0);
                values.set(0, values.get(0) + 1);
                space.unlock(0);
            }
            space.barrier();
            // A value that is written before a lock, and read after it.
            if (space.rank() == 0) values.set(10, 5);
            space.lock(1);
            if (space.rank() == 0) {
                values.set(11, 1);
                space.broadcast(1, 0);
            }
            while (values.get(11) == 0) space.await(1, 0);
            space.unlock(1);
            values.get(10);
        });
        assertEquals(List.of(), found);
    }

    @Test
    void randomProgramsHaveNoFault() {
        for (long seed = 1; seed <= 4; seed++) {
            RandomProgram program = new RandomProgram(seed);
            ProgramRun run = new ProgramRun(program, seed % 2 == 0);
            assertEquals(List.of(), findings(program.ranks, run::run), "seed " + seed);
        }
    }

    private static List<String> compare(Consumer<AccessLog> own, Consumer<AccessLog> other) {
        List<String> found = new ArrayList<>();
        AccessLog first = new AccessLog(0, 2, found::add);
        AccessLog second = new AccessLog(1, 2, finding -> {});
        own.accept(first);
        other.accept(second);
        first.compare(1, second.encode());
        return found;
    }

    /** Each rank keeps a sample of the elements, and both keep some that they share. */
    @Test
    void aFaultAmongManyAccesses() {
        List<String> found = compare(
                log -> {
                    for (int i = 0; i < 40_000; i++) log.add(0, 2 * i, 1, true, new int[2]);
                },
                log -> {
                    for (int i = 30_000; i < 50_000; i++) log.add(0, 2 * i, 1, false, new int[2]);
                });
        assertEquals(2, found.size(), found::toString);
        assertTrue(found.get(0).contains("rank 0 has over 5000 accesses"), found.get(0));
        assertTrue(found.get(1).contains("rank 0 writes in"), found.get(1));
    }

    /** The accesses of a line are one, also between those of another line. */
    @Test
    void aFaultAtTheEndOfALoopOverTwoArrays() {
        List<String> found = compare(
                log -> {
                    for (int i = 0; i < 100_000; i++) {
                        log.add(0, i, 1, false, new int[2]);
                        log.add(1, i, 1, false, new int[2]);
                    }
                },
                log -> log.add(1, 99_999, 1, true, new int[2]));
        assertEquals(1, found.size(), found::toString);
        assertTrue(found.get(0).contains("element 99999 of shared array 1"), found.get(0));
    }

    @Test
    void theMemoryIsBounded() {
        AccessLog log = new AccessLog(0, 2, finding -> {});
        for (int i = 0; i < 20_000; i++) log.add(0, 2 * i, 1, true, new int[2]);
        assertTrue(log.encode().length < 300_000);
    }
}
