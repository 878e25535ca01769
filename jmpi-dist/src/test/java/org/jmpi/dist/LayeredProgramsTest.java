package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jmpi.dist.Distribution.Ended;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs with shared arrays and remote objects that hang, or lose a process. */
@Tag("job")
@Timeout(180)
class LayeredProgramsTest {
    private static final int LIMIT_SECONDS = 60;

    @TempDir
    Path folder;

    @Test
    void aDeadlockWithALockNamesItsHolder() throws Exception {
        Files.writeString(folder.resolve("Held.java"), """
                import mpi.MPI;
                import org.jmpi.dsm.SharedSpace;
                public class Held {
                    public static void main(String[] args) throws Exception {
                        MPI.Init(args);
                        SharedSpace space = SharedSpace.make();
                        if (space.rank() == 0) space.lock(3);
                        space.barrier();
                        if (space.rank() == 1) space.lock(3);
                        MPI.COMM_WORLD.Recv(new byte[1], 0, 1, MPI.BYTE, 1, 5);
                    }
                }
                """);
        Ended ended = Distribution.run(folder, LIMIT_SECONDS, List.of("-np", "2", "--timeout", "20", "Held.java"));
        String line = "jmpirun: deadlock: rank 0 in Recv(source=1, tag=5) waits for rank 1 in "
                + "SharedSpace(lock 3, held by rank 0) waits for rank 0";
        assertTrue(ended.err().contains(line), ended::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "socket", "rmi"})
    void callsAndLocksOfAKilledRankFail(String transport) throws Exception {
        Files.writeString(folder.resolve("Bereft.java"), """
                import mpi.MPI;
                import org.jmpi.comm.error.CommException;
                import org.jmpi.dsm.SharedSpace;
                import org.jmpi.rpc.ObjectSpace;
                import org.jmpi.rpc.RankLostException;
                public class Bereft {
                    public interface Door { void open() throws InterruptedException; }
                    public static class Shut implements Door {
                        public void open() throws InterruptedException { Thread.sleep(Long.MAX_VALUE); }
                    }
                    public static void main(String[] args) throws Exception {
                        MPI.Init(args);
                        Door door = ObjectSpace.open().exportAll(Door.class, new Shut()).get(1).get();
                        SharedSpace space = SharedSpace.make();
                        if (space.rank() == 1) space.lock(3);
                        space.barrier();
                        if (space.rank() == 1) {
                            MPI.COMM_WORLD.Recv(new byte[1], 0, 1, MPI.BYTE, 0, 0);
                            MPI.COMM_WORLD.Recv(new byte[1], 0, 1, MPI.BYTE, 2, 0);
                            new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid()).start();
                            Thread.sleep(Long.MAX_VALUE);
                        }
                        MPI.COMM_WORLD.Send(new byte[1], 0, 1, MPI.BYTE, 1, 0);
                        try {
                            if (space.rank() == 0) door.open();
                            else space.lock(3);
                        } catch (RankLostException | CommException e) {
                            System.out.println(e.getMessage());
                        }
                        MPI.Finalize();
                    }
                }
                """);
        Ended ended = Distribution.run(
                folder, LIMIT_SECONDS, List.of("-np", "3", "--transport", transport, "--continue", "Bereft.java"));
        assertEquals(137, ended.exitCode(), ended::toString);
        assertEquals(
                List.of(
                        "rank 1 on HOST failed: CAUSE: rank 2 waits for lock 3 from rank 1",
                        "rank 1, object -1 (Door), method open(): the rank is lost: rank 1 on HOST failed: CAUSE"),
                ended.out().stream()
                        .map(line -> line.replaceFirst(
                                "rank 1 on \\S+ failed: .* \\(found by rank \\d on \\S+\\)",
                                "rank 1 on HOST failed: CAUSE"))
                        .sorted()
                        .toList(),
                ended::toString);
    }
}
