package org.jmpi.run.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.jmpi.run.hosts.HostLimits.Room;
import org.jmpi.run.hosts.HostLimits.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostLimitsTest {
    private static final long GIB = 1L << 30;
    private static final HostLimits HOST = new HostLimits(2, 24 * GIB, Room.ENDLESS, 20_000);

    private static Size jvms(int ranks) {
        return new Size(ranks, ranks, false, true);
    }

    private static String refusal(HostLimits host, Size job) {
        return host.refusal(job, HostLimits.JVMS_PER_CORE).orElse("");
    }

    @ParameterizedTest
    @CsvSource({"1, 1, false", "64, 64, false", "128, 128, false", "64, 1, true", "1000, 1, true", "256, 128, true"})
    void jobsThatTwoCoresFinishAreTaken(int ranks, int processes, boolean ranksAreThreads) {
        assertEquals("", refusal(HOST, new Size(ranks, processes, ranksAreThreads, true)));
    }

    @Test
    void jobsThatTheCoresDoNotCarryAreRefused() {
        assertEquals(
                "300 JVMs are more than the 128 JVMs that 2 cores carry in reasonable time: start fewer ranks,"
                        + " make ranks threads (--transport threads), or start the job anyway (--oversubscribe-limit "
                        + "none)",
                refusal(HOST, jvms(300)));
        assertEquals(
                "1 JVM of 2000 rank threads are more than the 1024 rank threads that 2 cores carry in reasonable"
                        + " time: start fewer ranks, or start the job anyway (--oversubscribe-limit none)",
                refusal(HOST, new Size(2000, 1, true, true)));
        assertTrue(refusal(HOST, new Size(600, 300, true, true)).contains("more than the 128 JVMs"));
    }

    @Test
    void theLimitPerCoreIsTheUsers() {
        assertEquals(Optional.empty(), HOST.refusal(jvms(300), 150));
        assertTrue(HOST.refusal(jvms(3), 1).isPresent());
    }

    @Test
    void commandsMayBeSmallerThanJvms() {
        assertEquals("", refusal(HOST, new Size(300, 300, false, false)));
    }

    @Test
    void memoryIsForAllJvms() {
        HostLimits small = new HostLimits(2, GIB, Room.ENDLESS, 20_000);
        assertEquals("", refusal(small, jvms(16)));
        assertTrue(refusal(small, jvms(64))
                .startsWith("64 JVMs need at least 2048 MiB of memory, but there are 1024: start fewer ranks, make"));
    }

    @Test
    void openFilesAreCounted() {
        HostLimits few = new HostLimits(2, 24 * GIB, Room.ENDLESS, 40);
        assertEquals("", refusal(few, jvms(2)));
        assertTrue(refusal(few, jvms(8))
                .startsWith("8 JVMs need 60 open files in jmpirun, but ulimit -n is 40: raise it, "));
        assertEquals("", refusal(few, new Size(8, 1, true, true)));
    }

    @Test
    void processesAndThreadsAreCounted() {
        HostLimits few = new HostLimits(2, 24 * GIB, new Room(100, "ulimit -u, 200,"), 20_000);
        assertEquals("", refusal(few, jvms(2)));
        assertTrue(refusal(few, jvms(8))
                .startsWith(
                        "8 JVMs need about 176 more processes and threads, but ulimit -u, 200, leaves 100: raise it"));
        assertTrue(refusal(few, new Size(64, 1, true, true)).contains("1 JVM of 64 rank threads needs about 221 more"));
    }

    @Test
    void thisHostCarriesATestsJob() {
        assertEquals("", refusal(HostLimits.ofSystem(jvms(2).tasks()), jvms(2)));
    }
}
