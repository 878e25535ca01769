package org.jmpi.comm.wireup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.junit.jupiter.api.Test;

class WireUpsTest {
    private final JmpiConfig config = JmpiConfig.load(new Properties(), Map.of());
    private final List<String> opened = new ArrayList<>();
    private final FakeJob job = new FakeJob(1);
    private final WireUp wireUp = job.wireUp(0);

    /**
     * A process manager that sets a variable; the value says how its wire-up fails, empty if it opens. More variables
     * may give the rank and the size: {@code first.rank}, {@code first.size}.
     */
    private WireUpProvider provider(String name, int order) {
        return new WireUpProvider() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public int order() {
                return order;
            }

            @Override
            public boolean recognises(Map<String, String> environment) {
                return environment.containsKey(name);
            }

            @Override
            public OptionalInt rank(Map<String, String> environment) {
                return given(environment.get(name + ".rank"));
            }

            @Override
            public OptionalInt size(Map<String, String> environment) {
                return given(environment.get(name + ".size"));
            }

            @Override
            public WireUp open(Map<String, String> environment, JmpiConfig settings) throws IOException {
                opened.add(name);
                if (environment.get(name).isEmpty()) return wireUp;
                throw new IOException(environment.get(name));
            }
        };
    }

    private static OptionalInt given(String number) {
        return number == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(number));
    }

    private final List<WireUpProvider> providers =
            List.of(provider("last", 30), provider("first", 10), provider("second", 20));

    @Test
    void aProcessThatNobodyStartedHasNone() {
        assertTrue(WireUps.open(providers, Map.of("PATH", "/bin"), config).isEmpty());
        assertEquals(List.of(), opened);
    }

    @Test
    void theFirstThatOpensIsTaken() {
        Map<String, String> environment = Map.of("last", "", "second", "", "first", "no socket");
        assertSame(wireUp, WireUps.open(providers, environment, config).orElseThrow());
        assertEquals(List.of("first", "second"), opened);
    }

    private String refusal(Map<String, String> environment) {
        return assertThrows(CommException.class, () -> WireUps.open(providers, environment, config))
                .getMessage();
    }

    @Test
    void oneThatIsOfAnotherJobThanOneBeforeItIsNotOpened() {
        String message = refusal(
                Map.of("first", "no socket", "first.rank", "2", "first.size", "4", "second", "", "second.size", "1"));
        assertEquals(
                "cannot join the job that this process was started for: first: no socket; second: this process is a "
                        + "rank"
                        + " of 1, but by first rank 2 of 4: unset the variables of the launcher that did not start it",
                message);
        assertEquals(List.of("first"), opened);
    }

    @Test
    void oneThatOpensInAnotherPlaceThanOneBeforeItIsClosed() {
        String message = refusal(Map.of("first", "no socket", "first.rank", "2", "second", ""));
        assertTrue(message.contains("second: this process is rank 0 of 1, but by first rank 2: unset"), message);
        assertEquals(List.of("closed"), List.copyOf(job.ends));
    }

    @Test
    void oneThatAgreesWithThoseBeforeItIsTaken() {
        Map<String, String> environment = Map.of(
                "first",
                "no socket",
                "first.rank",
                "0",
                "first.size",
                "1",
                "second",
                "",
                "second.size",
                "4",
                "last",
                "");
        assertSame(wireUp, WireUps.open(providers, environment, config).orElseThrow());
        assertEquals(List.of("first", "last"), opened);
    }

    @Test
    void ifNoneOpensEachIsNamedWithItsReason() {
        Map<String, String> environment = Map.of("last", "no folder", "first", "no socket");
        String message = refusal(environment);
        assertEquals(
                "cannot join the job that this process was started for: first: no socket; last: no folder", message);
    }
}
