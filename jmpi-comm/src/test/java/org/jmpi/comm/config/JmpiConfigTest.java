package org.jmpi.comm.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Properties;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JmpiConfigTest {
    private static final Map<String, ToLongFunction<JmpiConfig>> NUMBERS = Map.of(
            "jmpi.eager.limit", JmpiConfig::eagerLimit,
            "jmpi.eager.window", JmpiConfig::eagerWindow,
            "jmpi.wait.spin.ns", JmpiConfig::spinNanos,
            "jmpi.wait.yield.ns", JmpiConfig::yieldNanos,
            "jmpi.cores", JmpiConfig::cores,
            "jmpi.connect.timeout.s", config -> config.connectNanos() / 1_000_000_000,
            "jmpi.bsend.timeout.ms", config -> config.bsendNanos() / 1_000_000,
            "jmpi.linger.s", config -> config.lingerNanos() / 1_000_000_000,
            "jmpi.end.grace.s", config -> config.graceNanos() / 1_000_000_000,
            "jmpi.socket.buffer", JmpiConfig::socketBuffer);

    private static JmpiConfig load(String name, String value) {
        Properties properties = new Properties();
        properties.setProperty(name, value);
        return JmpiConfig.load(properties, Map.of());
    }

    @Test
    void defaultsAreWithinTheirRanges() {
        JmpiConfig config = JmpiConfig.load(new Properties(), Map.of());
        assertNull(config.objectFilter());
        NUMBERS.forEach((name, number) -> {
            String value = Long.toString(number.applyAsLong(config));
            assertEquals(config, load(name, value), name);
        });
    }

    @Test
    void aPropertyCountsBeforeTheEnvironment() {
        Properties properties = new Properties();
        Map<String, String> environment = Map.of("JMPI_EAGER_LIMIT", "77", "JMPI_OBJECT_FILTER", "a.*");
        assertEquals(77, JmpiConfig.load(properties, environment).eagerLimit());
        assertEquals("a.*", JmpiConfig.load(properties, environment).objectFilter());
        properties.setProperty("jmpi.eager.limit", "88");
        properties.setProperty("jmpi.object.filter", "b.*");
        assertEquals(88, JmpiConfig.load(properties, environment).eagerLimit());
        assertEquals("b.*", JmpiConfig.load(properties, environment).objectFilter());
    }

    @ParameterizedTest
    @CsvSource({
        "jmpi.eager.limit, -1, 1073741824",
        "jmpi.eager.window, 0, 1073741824",
        "jmpi.wait.spin.ns, 0, 1000000000",
        "jmpi.wait.yield.ns, 0, 1000000000",
        "jmpi.cores, 1, 1048576",
        "jmpi.connect.timeout.s, 1, 86400",
        "jmpi.bsend.timeout.ms, 0, 3600000",
        "jmpi.linger.s, 0, 3600",
        "jmpi.end.grace.s, 0, 86400",
        "jmpi.socket.buffer, 4096, 67108864"
    })
    void aNumberHasARangeThatTheMessageNames(String name, long least, long most) {
        ToLongFunction<JmpiConfig> number = NUMBERS.get(name);
        for (long value : new long[] {least, least + 1, most})
            assertEquals(value, number.applyAsLong(load(name, Long.toString(value))));
        for (long value : new long[] {least - 1, most + 1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            IllegalArgumentException refusal =
                    assertThrows(IllegalArgumentException.class, () -> load(name, Long.toString(value)));
            assertEquals(
                    "setting " + name + " is out of range: " + value + ", from " + least + " to " + most,
                    refusal.getMessage());
        }
    }

    @Test
    void whatIsNoWholeNumberIsRefusedByNameAndValue() {
        for (String name : NUMBERS.keySet())
            for (String value : new String[] {"", "8k", "1.5", "0x10", "99999999999999999999"}) {
                IllegalArgumentException refusal =
                        assertThrows(IllegalArgumentException.class, () -> load(name, value));
                assertEquals("setting " + name + " is not a whole number: " + value, refusal.getMessage());
            }
    }

    @Test
    void blanksAroundANumberAreNoError() {
        assertEquals(4096, load("jmpi.socket.buffer", " 4096 ").socketBuffer());
    }

    @Test
    void settingsOfCollectivesAreFoundByTheBeginningOfTheirNames() {
        Properties properties = new Properties();
        properties.setProperty("jmpi.coll.bcast", "CHAIN");
        properties.setProperty("jmpi.collect", "not one of them");
        Map<String, String> environment =
                Map.of("JMPI_COLL_BCAST", "BINOMIAL_TREE", "JMPI_COLL_BCAST_LARGE", "77", "JMPI_LINGER_S", "1");
        assertEquals(
                Map.of("jmpi.coll.bcast", "CHAIN", "jmpi.coll.bcast.large", "77"),
                JmpiConfig.load(properties, environment).collectives());
        assertEquals(Map.of(), JmpiConfig.load(new Properties(), Map.of()).collectives());
    }

    @Test
    void aFlagIsTrueOrFalseInWordsOrNumbers() {
        for (String on : new String[] {"true", "1"}) assertTrue(check(on));
        for (String off : new String[] {"false", "0"}) assertFalse(check(off));
        assertFalse(JmpiConfig.load(new Properties(), Map.of()).check());
        String message =
                assertThrows(IllegalArgumentException.class, () -> check("yes")).getMessage();
        assertEquals("setting jmpi.check is neither on nor off: yes", message);
    }

    @Test
    void tlsIsOnOrOffAndOnByAKeyStore() {
        assertFalse(JmpiConfig.load(new Properties(), Map.of()).tls());
        for (String on : new String[] {"on", "1"})
            assertTrue(load("jmpi.tls", on).tls());
        for (String off : new String[] {"off", "0"})
            assertFalse(load("jmpi.tls", off).tls());
        assertTrue(load("jmpi.tls.keystore", "keys.p12").tls());
        assertFalse(JmpiConfig.load(new Properties(), Map.of("JMPI_TLS", "off", "JMPI_TLS_KEYSTORE", "keys.p12"))
                .tls());
        String message = assertThrows(IllegalArgumentException.class, () -> load("jmpi.tls", "yes"))
                .getMessage();
        assertEquals("setting jmpi.tls is neither on nor off: yes", message);
    }

    @Test
    void nothingObservesUnlessItIsAskedFor() {
        assertFalse(JmpiConfig.load(new Properties(), Map.of()).observation().isOn());
        Observation recording =
                JmpiConfig.load(new Properties(), Map.of("JMPI_RECORD", "out")).observation();
        assertTrue(recording.jfr() && !recording.jmx() && !recording.log());
        assertTrue(
                load("com.sun.management.jmxremote.port", "9010").observation().jmx());
        for (String name : new String[] {"jmpi.jfr", "jmpi.jmx", "jmpi.log"})
            assertTrue(load(name, "true").observation().isOn(), name);
    }

    @Test
    void aPasswordIsNoSetting() {
        String message = assertThrows(IllegalArgumentException.class, () -> load("jmpi.tls.password", "sesame"))
                .getMessage();
        assertFalse(message.contains("sesame"), message);
        assertTrue(message.contains("JMPI_TLS_PASSWORD") && message.contains("jmpi.tls.password.file"), message);
    }

    private static boolean check(String value) {
        return JmpiConfig.load(new Properties(), Map.of("JMPI_CHECK", value)).check();
    }
}
