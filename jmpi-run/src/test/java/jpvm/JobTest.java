package jpvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tasks in processes of their own. */
@Timeout(300)
class JobTest {
    /** A task, its child and the connection of Spawn need three; others of the range may be in use. */
    private static final int PORTS = 8;

    @TempDir
    Path folder;

    private String run(int exitCode, String transport, String... words) throws Exception {
        List<String> program = new ArrayList<>(List.of(TaskProgram.class.getName()));
        program.addAll(List.of(words));
        return Jobs.jmpirun(folder, exitCode, transport, Jobs.testClasses(), program.toArray(String[]::new));
    }

    @Test
    void eachTaskSendsToEachOther() throws Exception {
        assertEquals("many is well\n", run(0, "shm", "many", "3"));
    }

    @Test
    @Tag("job")
    void tasksDoAllThatTheyMay() throws Exception {
        assertEquals("all is well\n", run(0, "socket", "all"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** More tasks than ports: one has the port, and so the id, of one that has ended. */
    @Test
    @Tag("job")
    void aTaskMayHaveTheIdOfOneThatHasEnded() throws Exception {
        int port = freePort();
        List<String> options = List.of("--ports", port + "-" + (port + PORTS - 1));
        String[] program = {TaskProgram.class.getName(), "ended", Integer.toString(PORTS)};
        assertEquals("ended is well\n", Jobs.jmpirun(folder, 0, options, Jobs.testClasses(), program));
    }

    @Test
    @Tag("job")
    void aTaskUsesMpiToo() throws Exception {
        assertEquals("mixed is well\n", run(0, "auto", "mixed"));
    }

    @Test
    @Tag("job")
    void theEndOfAProcessIsKnown() throws Exception {
        String printed = run(9, "auto", "killed");
        assertTrue(printed.contains("killed is well\n"), printed);
    }

    @Test
    @Tag("job")
    void haltEndsAllTasks() throws Exception {
        assertEquals("halt is well\n", run(0, "auto", "halt"));
    }

    @Test
    @Tag("job")
    void aProgramStartsWithoutJmpirun() throws Exception {
        List<String> words = new ArrayList<>(Jobs.java());
        words.add(Jobs.classPath() + File.pathSeparator + Jobs.testClasses());
        words.addAll(List.of(TaskProgram.class.getName(), "many", "1"));
        assertEquals("many is well\n", Jobs.run(folder, 0, words));
    }
}
