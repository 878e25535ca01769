package org.jmpi.comm.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.wireup.WireUp;
import org.jmpi.comm.wireup.WireUpProvider;
import org.junit.jupiter.api.Test;

class WireUpsTest {
    private final JmpiConfig config = JmpiConfig.load(new Properties(), Map.of());
    private final List<String> opened = new ArrayList<>();
    private final WireUp wireUp = new FakeJob(1).wireUp(0);

    /** A process manager that sets a variable; the value says how its wire-up fails, empty if it opens. */
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
            public WireUp open(Map<String, String> environment, JmpiConfig settings) throws IOException {
                opened.add(name);
                if (environment.get(name).isEmpty()) return wireUp;
                throw new IOException(environment.get(name));
            }
        };
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

    @Test
    void ifNoneOpensEachIsNamedWithItsReason() {
        Map<String, String> environment = Map.of("last", "no folder", "first", "no socket");
        String message = assertThrows(CommException.class, () -> WireUps.open(providers, environment, config))
                .getMessage();
        assertEquals(
                "cannot join the job that this process was started for: first: no socket; last: no folder", message);
    }
}
