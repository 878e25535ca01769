package org.jmpi.run.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshLauncherTest {
    @TempDir
    private Path folder;

    /** Macs have such a file: their ssh knows UseKeychain, another one has to ignore it. */
    @Test
    void settingsThatTheUserHasSshIgnoreStayIgnored() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/ssh")), "no ssh");
        Path config = Files.writeString(
                folder.resolve("config"), "IgnoreUnknown UseKeychain\nUseKeychain yes\nStdinNull yes\n");
        List<String> words = new ArrayList<>(List.of("/usr/bin/ssh", "-F", config.toString(), "-G"));
        words.addAll(SshLauncher.OPTIONS);
        words.add("hostb");
        Process ssh = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(ssh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, ssh.waitFor(), output);
        assertTrue(output.contains("stdinnull no"), output);
    }
}
