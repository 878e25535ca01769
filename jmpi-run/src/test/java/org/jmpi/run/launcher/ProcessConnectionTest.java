package org.jmpi.run.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
@DisabledOnOs(OS.WINDOWS)
class ProcessConnectionTest {
    private static final long LIMIT_MILLIS = 20_000;
    private static final Diagnosis NO_LOGIN = new Diagnosis("hostb", List.of("java"), "");
    private static final Diagnosis LOGIN = new Diagnosis("hostb", List.of("java"), "look there");

    @Test
    void whatALoginPrintsIsNotWhyTheChannelEnds() throws Exception {
        List<String> words = List.of("sh", "-c", "echo welcome >&2; read end; exit 3");
        try (ProcessConnection login = ProcessConnection.start("sh", words, NO_LOGIN)) {
            String trouble = login.trouble(1);
            while (trouble.isEmpty()) trouble = login.trouble(1);
            assertEquals("welcome", trouble);
            login.greeted();
            login.out().write('\n');
            login.out().flush();
            assertEquals("sh ended with exit code 3", login.trouble(LIMIT_MILLIS));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "echo a; echo quota; exit 3|it printed \"quota\", and ENDED (sh ended with exit code 3): look there",
                "printf quota; exit|it printed \"quota\", and ENDED: look there",
                "printf a; echo b >&2; exit 3|it printed \"b; a\", and ENDED (sh ended with exit code 3): look there",
                "exit 255|it printed nothing, and ENDED (sh ended with exit code 255): look there",
                "echo no way >&2; exit 255|no way",
                "echo welcome; echo JMPI-SHELL-1; exit 4|sh ended with exit code 4",
                "echo JMPI-SHELL-1; exit|it ended before it greeted",
                "echo welcome; echo JMPI-SHELL-1; echo no memory; exit 4|no memory",
                "echo subsystem request failed on channel 0 >&2; exit 255|its sshd has no subsystem of the name of"
                        + " jmpirun's command: remove SessionType from ~/.ssh/config for it, or make it one of another"
                        + " name"
            })
    void aHostThatDoesNotGreet(String script, String reason) throws Exception {
        try (ProcessConnection login = ProcessConnection.start("sh", List.of("sh", "-c", script), LOGIN)) {
            PrintedLines printed = new PrintedLines(login.in());
            while (printed.readLine() != null) continue;
            String expected = reason.replace("ENDED", "ended before jmpirun's command ran there");
            assertEquals(expected, login.failure(LIMIT_MILLIS, printed));
        }
    }

    @Test
    void aHostThatWaits() throws Exception {
        List<String> words = List.of("sh", "-c", "printf 'password: ' >&2; printf 'or key: '; read answer");
        try (ProcessConnection login = ProcessConnection.start("sh", words, LOGIN)) {
            PrintedLines printed = new PrintedLines(login.in());
            assertEquals(
                    "it printed nothing, and has not come to jmpirun's command within 5 s: look there",
                    new Diagnosis("hostb", List.of("java"), "look there").ofSilence(List.of(), printed, 5));
            Thread reader = new Thread(() -> read(printed));
            reader.start();
            String expected = "it printed \"password:; or key:\", and has not come to jmpirun's command within 5 s:"
                    + " look there";
            while (!login.silence(5, printed).equals(expected)) Thread.onSpinWait();
            login.out().close();
            reader.join();
        }
    }

    private static void read(PrintedLines printed) {
        try {
            while (printed.readLine() != null) continue;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
