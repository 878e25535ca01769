package org.jmpi.dist;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The example that saves itself and resumes with another number of ranks. */
@Tag("full")
@Timeout(180)
class SaveAndResumeTest {
    private static final int SECONDS = 150;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"auto", "threads"})
    void underJmpirun(String transport) throws Exception {
        String command = "\"$0\" --transport " + transport + " -np %d '" + SavingRun.PROGRAM + "'";
        String script = SavingRun.script(String.format(command, 4), String.format(command, 3), "kill -$1 $p");
        SavingRun.check(Distribution.shell(folder, SECONDS, script).out());
    }
}
