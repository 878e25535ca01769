package jpvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The daemon and the console, as commands. */
@Tag("job")
@Timeout(120)
class DaemonTest {
    private static final int LIMIT_SECONDS = 40;

    @TempDir
    Path folder;

    private Process daemon;

    @AfterEach
    void end() {
        if (daemon == null) return;
        daemon.descendants().forEach(ProcessHandle::destroyForcibly);
        daemon.destroyForcibly();
    }

    private Path file() {
        return folder.resolve("jpvmd");
    }

    private List<String> java(String... words) {
        List<String> all = new ArrayList<>(Jobs.java());
        all.add(Jobs.classPath() + File.pathSeparator + Jobs.testClasses());
        all.add(1, "-Djpvm.daemon.file=" + file());
        all.addAll(List.of(words));
        return all;
    }

    /** Starts the daemon, and returns its id. */
    private String start() throws IOException {
        daemon = new ProcessBuilder(java("jpvm.jpvmDaemon"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = daemon.inputReader()) {
            return out.readLine();
        }
    }

    private String console(String commands) throws Exception {
        Process console = new ProcessBuilder(java("jpvm.jpvmConsole"))
                .redirectErrorStream(true)
                .start();
        try (Writer in = new OutputStreamWriter(console.getOutputStream())) {
            in.write(commands);
        }
        String printed = new String(console.getInputStream().readAllBytes());
        assertTrue(console.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), printed);
        assertEquals(0, console.exitValue(), printed);
        return printed;
    }

    @Test
    void itStartsTasksUntilTheConsoleHaltsIt() throws Exception {
        String id = start();
        String port = id.substring(id.indexOf('#') + 1);
        assertTrue(Files.readString(file()).endsWith(":" + port + "\n"));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
        assertEquals("many is well\n", Jobs.run(folder, 0, java(TaskProgram.class.getName(), "many", "2")));

        Process waits = new ProcessBuilder(java(TaskProgram.class.getName(), "wait")).start();
        try (BufferedReader out = waits.inputReader()) {
            assertEquals("tasks wait", out.readLine());
        }
        String printed = console("conf\nps\nadd nowhere\nnothing\n?\n");
        assertTrue(printed.contains("hosts: 1\n  " + id), printed);
        assertTrue(printed.contains(": 4\n") && printed.contains("jpvm console"), printed);
        assertTrue(printed.contains("no host nowhere: the daemon listens on the loopback device"), printed);
        assertTrue(printed.contains("no command nothing"), printed);
        assertTrue(daemon.isAlive() && waits.isAlive());

        console("halt\n");
        assertTrue(daemon.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
        assertTrue(waits.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
        assertEquals(0, daemon.exitValue());
        assertFalse(Files.exists(file()));
    }

    @Test
    void thereIsOneForAUser() throws Exception {
        String id = start();
        String refused = Jobs.run(folder, 1, java("jpvm.jpvmDaemon"));
        assertTrue(refused.contains("a daemon runs already: " + id), refused);
        // A program with the key of another user.
        Path other = Files.createDirectory(
                folder.resolve("other"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        List<String> stranger = java("jpvm.jpvmConsole");
        stranger.add(1, "-Djmpi.user.folder=" + other);
        String printed = Jobs.run(folder, 1, stranger);
        assertTrue(printed.contains("no daemon " + id), printed);
    }

    @Test
    void aDaemonThatIsNotThereIsNamed() throws Exception {
        assertTrue(Jobs.run(folder, 1, java("jpvm.jpvmConsole")).contains("no daemon runs: " + file()));
        Files.writeString(file(), "vm:1\n");
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));
        String printed = Jobs.run(folder, 1, java("jpvm.jpvmConsole"));
        assertTrue(printed.contains("no daemon vm, port #1: start jpvm.jpvmDaemon"), printed);
        Files.writeString(file(), "nonsense\n");
        printed = Jobs.run(folder, 1, java("jpvm.jpvmConsole"));
        assertTrue(printed.contains("the daemon file " + file() + " names no port: nonsense"), printed);
    }
}
