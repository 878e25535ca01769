package org.jmpi.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The report blames the host before it blames the program. */
class HostLoadTest {
    private static final long SECOND = 1_000_000_000L;

    /** Returns a job of a process for each host named, which loses a second by a late sender. */
    private static Trace.Builder job(int cores, String... hosts) {
        Trace.Builder trace = new Trace.Builder();
        for (int rank = 0; rank < hosts.length; rank++) {
            Recording recording = trace.recording("rank-" + rank + ".jfr");
            recording.host = hosts[rank];
            recording.cores = cores;
            trace.rank(rank, recording).began(0).finalized(10 * SECOND);
            if (rank == 0) trace.add(Event.send(0, "Send", 2 * SECOND, 2 * SECOND + 1, 1, 5, 8), recording);
            if (rank == 1) trace.add(Event.receive(1, "Recv", SECOND, 3 * SECOND, 0, 5, 8), recording);
        }
        return trace;
    }

    private static void load(Trace trace, int rank, double jvm, double machine) {
        Recording recording = trace.rank(rank).recording;
        recording.loads.add(new Recording.Load(rank, 0, 0));
        for (int second = 1; second <= 12; second++)
            recording.loads.add(new Recording.Load(second * SECOND + rank, jvm, machine));
    }

    private static List<String> titles(Trace trace) {
        return Report.of(trace).findings().stream()
                .map(finding -> finding.cause().title())
                .toList();
    }

    @Test
    void otherProgramsThatTakeTheCoresComeFirst() {
        Trace trace = job(8, "hosta", "hosta").build();
        load(trace, 0, 0.12, 1);
        load(trace, 1, 0.13, 1);
        Finding finding = Report.of(trace).findings().get(0);
        assertEquals(List.of("Too few cores", "Late sender"), titles(trace));
        assertEquals(
                "Too few cores: Programs that do not belong to the job take 75 % of the cores of hosta for 10 s "
                        + "of 10 s, and leave none idle.",
                finding.toString());
        assertEquals(new Finding.Worst(0, 0, SECOND), finding.worst());
    }

    @Test
    void aJobThatHasItsHostForItselfIsNotBlamedOnIt() {
        Trace trace = job(2, "hosta", "hosta").build();
        load(trace, 0, 0.49, 1);
        load(trace, 1, 0.48, 1);
        assertEquals(List.of("Late sender"), titles(trace));
    }

    @Test
    void otherProgramsDoNoHarmWhileCoresAreIdle() {
        Trace trace = job(8, "hosta", "hosta").build();
        load(trace, 0, 0.12, 0.8);
        load(trace, 1, 0.12, 0.8);
        assertEquals(List.of("Late sender"), titles(trace));
    }

    @Test
    void ofAMomentNothingIsSaid() {
        Trace trace = job(8, "hosta", "hosta").build();
        Recording recording = trace.rank(0).recording;
        recording.loads.add(new Recording.Load(1, 0, 0));
        recording.loads.add(new Recording.Load(SECOND / 2, 0.1, 1));
        assertEquals(List.of("Late sender"), titles(trace));
    }

    @Test
    void moreRanksThanCoresComeFirstOfAll() {
        Trace trace = job(2, "hosta", "hosta", "hosta", "hostb", "hostb").build();
        Finding finding = Report.of(trace).findings().get(0);
        assertEquals("Too few cores: 3 ranks share the 2 cores of hosta.", finding.toString());
        assertNull(finding.worst());
    }

    @Test
    void theHostThatLacksMostCoresIsNamed() {
        Trace trace = job(2, "hosta", "hosta", "hosta", "hostb", "hostb", "hostb", "hostb")
                .build();
        assertEquals(
                "Too few cores: 4 ranks share the 2 cores of hostb. So it is on 1 other host.",
                Report.of(trace).findings().get(0).toString());
    }
}
