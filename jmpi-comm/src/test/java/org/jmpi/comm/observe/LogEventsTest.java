package org.jmpi.comm.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the log has of two ranks. */
@Timeout(60)
class LogEventsTest {
    @TempDir
    Path folder;

    private final Logger logger = Logger.getLogger("org.jmpi");
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line.getLoggerName().substring("org.jmpi.".length()) + ": " + line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.FINE);
        logger.addHandler(handler);
    }

    @AfterEach
    void stop() {
        logger.removeHandler(handler);
        logger.setLevel(null);
        logger.setUseParentHandlers(true);
    }

    private void assertLogged(String line) {
        assertTrue(lines.contains(line), () -> line + "\nis not in\n" + String.join("\n", lines));
    }

    @Test
    void protocolTransportAndAlgorithmAreLogged() {
        try (TwoRanks ranks = new TwoRanks("jmpi.log", "true")) {
            ranks.exchange();
        }
        assertLogged("message: rank 0: Send of 12 bytes to rank 1, tag 5, context 0: eager, by threads");
        assertLogged("message: rank 0: Ssend of 20 bytes to rank 1, tag 7, context 0: rendezvous, by threads");
        assertLogged("message: rank 1: Recv of 12 bytes from rank 0, tag 5, context 0: came before the receive");
        assertLogged("collective: rank 0: Allreduce of 8 bytes on 2 ranks, number 1");
        assertTrue(lines.stream().anyMatch(line -> line.matches("collective: rank 1: Allreduce goes by [A-Z_]+")));
        assertLogged("connection: rank 1: first message from rank 0");
        assertLogged("rank: rank 0: finalized");
    }

    @Test
    void windowsAreLogged() {
        logger.setLevel(Level.FINER);
        try (TwoRanks ranks = new TwoRanks("jmpi.log", "true")) {
            ranks.accessWindow();
        }
        String made = ": Win.Create: window (\\d+), 32 bytes here, on 2 ranks";
        String number = lines.stream()
                .filter(line -> line.matches("window: rank 1" + made))
                .map(line -> line.replaceAll(".*" + made, "$1"))
                .findFirst()
                .orElseThrow();
        String window = "window " + number;
        assertLogged("window: rank 0: Put of 8 bytes, target rank 1, " + window + ": direct");
        assertLogged("window: rank 0: Get of 12 bytes, target rank 1, " + window + ": direct");
        assertLogged("window: rank 0: " + window + " is freed");
        assertLogged("connection: rank 1: communicator " + number + " is revoked by rank 0");
    }

    @Test
    void connectionsWithOtherGroupsAreLogged() {
        try (TwoRanks ranks = new TwoRanks("jmpi.log", "true", "jmpi.user.folder", folder.toString())) {
            ranks.connect();
        }
        String made = ": Accept: (communicator \\d+), other group of 1";
        String communicator = lines.stream()
                .filter(line -> line.matches("connection: rank 0" + made))
                .map(line -> line.replaceAll(".*" + made, "$1"))
                .findFirst()
                .orElseThrow();
        assertLogged("connection: rank 0: Accept begins");
        assertLogged("connection: rank 1: Connect: " + communicator + ", other group of 1");
        assertLogged("connection: rank 0: Disconnect: " + communicator + ", other group of 1");
        assertLogged("connection: rank 1: Connect fails");
    }

    @Test
    void withoutTheSettingNothingIsLogged() {
        try (TwoRanks ranks = new TwoRanks()) {
            ranks.exchange();
        }
        assertEquals(List.of(), lines);
    }
}
