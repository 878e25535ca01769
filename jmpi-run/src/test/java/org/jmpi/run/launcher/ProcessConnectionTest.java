package org.jmpi.run.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(30)
@DisabledOnOs(OS.WINDOWS)
class ProcessConnectionTest {
    private static final long LIMIT_MILLIS = 20_000;

    @Test
    void whatALoginPrintsIsNotWhyTheChannelEnds() throws Exception {
        List<String> words = List.of("sh", "-c", "echo welcome >&2; read end; exit 3");
        try (ProcessConnection login = ProcessConnection.start("sh", words, lines -> String.join("; ", lines))) {
            String trouble = login.trouble(1);
            while (trouble.isEmpty()) trouble = login.trouble(1);
            assertEquals("welcome", trouble);
            login.greeted();
            login.out().write('\n');
            login.out().flush();
            assertEquals("sh ended with exit code 3", login.trouble(LIMIT_MILLIS));
        }
    }
}
