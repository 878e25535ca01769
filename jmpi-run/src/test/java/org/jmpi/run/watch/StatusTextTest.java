package org.jmpi.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatusTextTest {
    private static final RankStatus RECEIVES = Statuses.waiting(1, "Recv(source=0, tag=7)", 0);

    @Test
    void eachRankHasALineIfThereIsRoom() {
        List<String> lines = new StatusText(Statuses.computing(2, RECEIVES)).lines(10, 200);
        assertEquals(
                List.of(
                        "job 6b1c Solver | 1:02:03 | 2 ranks on 2 hosts | 1 computing, 1 waiting"
                                + " | 1.2k messages/s, 3.0 MiB/s, heap 768 MiB",
                        "    0  node1        computing | heap 256 MiB of 1.0 GiB",
                        "    1  node2        Recv(source=0, tag=7) for rank 0, 12 s"
                                + " | sent 1.2k/s 3.0 MiB/s, received 7/s 8 B/s | heap 512 MiB of 1.0 GiB"),
                lines);
    }

    @Test
    void ranksThatDoTheSameShareALineIfThereIsNoRoom() {
        JobStatus status = Statuses.computing(256, RECEIVES, Statuses.waiting(7, "Bcast(root=0)", 0, 1, 2, 3, 4));
        List<String> lines = new StatusText(status).lines(4, 200);
        assertEquals(
                List.of(
                        "ranks 0, 2 to 6, 8 to 255 (254): computing",
                        "rank 1: Recv(source=0, tag=7) for rank 0, 12 s",
                        "rank 7: Bcast(root=0) for 5 ranks, 12 s"),
                lines.subList(1, 4));
    }

    @Test
    void thoseInOneCallShareALineIfTheyWaitForDifferentOnes() {
        JobStatus status = Statuses.computing(
                4,
                Statuses.waiting(1, "Barrier", 0),
                Statuses.waiting(2, "Barrier", 1),
                Statuses.waiting(3, "Barrier", 2));
        assertEquals(
                List.of("rank 0: computing", "ranks 1 to 3 (3): Barrier, 12 s"),
                new StatusText(status).lines(3, 200).subList(1, 3));
    }

    @Test
    void theRestIsCountedIfEvenThatIsTooLong() {
        JobStatus status = Statuses.computing(
                9, RECEIVES, Statuses.waiting(2, "Recv(source=3, tag=1)", 3), Statuses.waiting(3, "Barrier"));
        List<String> lines = new StatusText(status).lines(3, 200);
        assertEquals("and 3 more lines", lines.get(2));
        assertEquals(3, lines.size());
    }

    /** A line ends with the last part that has room, so that no number is cut. */
    @Test
    void noLineIsLongerThanTheTerminalIsWide() {
        assertEquals(
                List.of(
                        "job 6b1c Solver | 1:02:03 | 2 ranks on 2 hosts",
                        "    0  node1        computing",
                        "    1  node2        Recv(source=0, tag=7) for ran..."),
                new StatusText(Statuses.computing(2, RECEIVES)).lines(10, 52));
        for (int width = 1; width < 120; width++)
            for (String line : new StatusText(Statuses.computing(2, RECEIVES)).lines(10, width))
                assertTrue(line.length() <= width, line);
    }

    @Test
    void aDeadlockComesFirst() {
        JobStatus status = Statuses.of(List.of(Statuses.computing(0)), "deadlock: rank 0 waits for rank 0");
        assertEquals("deadlock", status.state());
        assertEquals(
                "deadlock: rank 0 waits for rank 0",
                new StatusText(status).lines(10, 80).get(1));
        assertTrue(new StatusText(status).line().contains("deadlock: rank 0 waits for rank 0"));
    }

    @Test
    void controlCharactersOfNamesDoNotReachTheTerminal() {
        RankStatus rank = Statuses.waiting(0, "Recv\u001b[2J\u009b31m\u0007\n", 0);
        JobStatus status = Statuses.of(List.of(rank));
        String text = String.join("", new StatusText(status).lines(5, 200)) + new StatusText(status).line();
        assertFalse(text.chars().anyMatch(c -> c < ' ' || c >= 0x7f && c < 0xa0), text);
    }

    @Test
    void aLogHasOneLine() {
        assertEquals(
                "1:02:03, 1.2k messages/s, 3.0 MiB/s, heap 1.0 GiB: ranks 0, 2: computing;"
                        + " rank 1: Recv(source=0, tag=7) for rank 0, 12 s",
                new StatusText(Statuses.computing(3, RECEIVES)).line());
    }
}
