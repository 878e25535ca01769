package org.jmpi.comm.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Every setting: read once from system properties ({@code jmpi.eager.window}) or else the environment
 * ({@code JMPI_EAGER_WINDOW}), checked, then frozen.
 *
 * @param eagerLimit longest payload in bytes sent without asking the receiver; -1 leaves it to the transport
 * @param eagerWindow bytes, per peer, that may lie with a receiver that has not asked for them
 * @param spinNanos time in ns that a waiting thread polls before it yields its core, if every rank has one of its own
 * @param yieldNanos time in ns that a waiting thread polls and yields before it blocks
 * @param cores how many cores the ranks of this host share
 * @param connectNanos longest time in ns to find the other ranks and to connect to one of them
 * @param bsendNanos longest time in ns that a buffered send waits for room in the attached buffer
 * @param lingerNanos longest time in ns that a rank which ends waits for the network to take what it sent
 * @param graceNanos time in ns from SIGTERM to SIGKILL of ranks whose job the user or a batch system ends
 * @param failureNanos longest time in ns from the failure of a host until all other ranks know of it; 0 for no
 *     heart-beat
 * @param socketBuffer largest size in bytes of each direction's buffer of a socket connection
 * @param iface the network interfaces that ranks use between hosts: names and address ranges such as
 *     {@code 10.0.0.0/8}, separated by commas; null for all
 * @param ports the ports that ranks may listen on
 * @param nat whether something between hosts may translate addresses: then a relay is not noticed
 * @param rmiPort the port of rank 0's registry, over RMI; each rank after it takes the next one; 0 for any that is free
 * @param tls whether connections between processes are encrypted
 * @param clearAccepted whether the user has switched encryption off: then no note says that messages are in clear
 * @param tlsKeystore the file with the certificate of this process and its trust anchors; null for the certificate of
 *     the job
 * @param tlsPasswordFile the file with the key store's password; null if the environment has it
 * @param shmFolder the folder of the files that ranks of one host share; null for the default
 * @param userFolder the folder of what the jobs of one user know of each other; null for the default
 * @param runTransport the transport between ranks that are threads of a test
 * @param objectCodec the name of what encodes objects
 * @param objectClasses the classes that a codec may know by number, separated by commas; empty for none
 * @param objectFilter which classes an object message may bring, as a pattern of JEP 290 that decides before the
 *     default does; null for none
 * @param continues whether the other ranks go on when a rank fails, so that only what needs it fails
 * @param check whether to look for what the program does wrong
 * @param observation what else observes the ranks
 * @param collectives how collective operations choose their algorithms: every setting that starts with
 *     {@code jmpi.coll.}
 */
public record JmpiConfig(
        int eagerLimit,
        int eagerWindow,
        long spinNanos,
        long yieldNanos,
        int cores,
        long connectNanos,
        long bsendNanos,
        long lingerNanos,
        long graceNanos,
        long failureNanos,
        int socketBuffer,
        String iface,
        PortRange ports,
        boolean nat,
        int rmiPort,
        boolean tls,
        boolean clearAccepted,
        String tlsKeystore,
        String tlsPasswordFile,
        String shmFolder,
        String userFolder,
        String runTransport,
        String objectCodec,
        String objectClasses,
        String objectFilter,
        boolean continues,
        boolean check,
        Observation observation,
        Map<String, String> collectives) {

    private static final long SECOND = 1_000_000_000L;
    private static final List<String> ON = List.of("on", "true", "1");
    private static final List<String> OFF = List.of("off", "false", "0");

    /**
     * Reads the settings of this process.
     *
     * @return the settings
     * @throws IllegalArgumentException if one is not a number or out of its range; the message names it and its value
     */
    public static JmpiConfig load() {
        return load(System.getProperties(), System.getenv());
    }

    /**
     * Reads settings.
     *
     * @param properties what is looked at first, by names such as {@code jmpi.eager.window}
     * @param environment what is looked at next, by names such as {@code JMPI_EAGER_WINDOW}
     * @return the settings
     * @throws IllegalArgumentException if one is not a number or out of its range; the message names it and its value
     */
    public static JmpiConfig load(Properties properties, Map<String, String> environment) {
        Settings settings = new Settings(properties, environment);
        return new JmpiConfig(
                (int) settings.number("jmpi.eager.limit", -1, -1, 1 << 30),
                (int) settings.number("jmpi.eager.window", 2 << 20, 0, 1 << 30),
                settings.number("jmpi.wait.spin.ns", 20_000, 0, SECOND),
                settings.number("jmpi.wait.yield.ns", 5_000_000, 0, SECOND),
                (int) settings.number("jmpi.cores", Runtime.getRuntime().availableProcessors(), 1, 1 << 20),
                settings.number("jmpi.connect.timeout.s", 60, 1, 86_400) * SECOND,
                settings.number("jmpi.bsend.timeout.ms", 10_000, 0, 3_600_000) * (SECOND / 1000),
                settings.number("jmpi.linger.s", 10, 0, 3_600) * SECOND,
                settings.number("jmpi.end.grace.s", 25, 0, 86_400) * SECOND,
                settings.number("jmpi.failure.timeout", 20, 0, 86_400) * SECOND,
                (int) settings.number("jmpi.socket.buffer", 1 << 20, 4 << 10, 64 << 20),
                settings.text("jmpi.iface", null),
                PortRange.parse("jmpi.ports", settings.text("jmpi.ports", null)),
                settings.flag("jmpi.nat", false),
                (int) settings.number("jmpi.rmi.port", 0, 0, 65_535),
                settings.tls(),
                !settings.flag("jmpi.tls", true),
                settings.text("jmpi.tls.keystore", null),
                settings.text("jmpi.tls.password.file", null),
                settings.text("jmpi.shm.folder", null),
                settings.text("jmpi.user.folder", null),
                settings.text("jmpi.run.transport", "threads"),
                settings.text("jmpi.object.codec", "java"),
                settings.text("jmpi.object.classes", ""),
                settings.text("jmpi.object.filter", null),
                settings.flag("jmpi.continue", false),
                settings.flag("jmpi.check", false),
                settings.observation(),
                settings.startingWith("jmpi.coll."));
    }

    /**
     * Returns the longest time that a rank which ends waits for calls in shutdown hooks.
     *
     * @return the time in ns
     */
    public long hookNanos() {
        return Math.max(lingerNanos, graceNanos);
    }

    private record Settings(Properties properties, Map<String, String> environment) {
        String text(String name, String otherwise) {
            String text = properties.getProperty(name);
            if (text == null) text = environment.get(variable(name));
            return text == null ? otherwise : text;
        }

        private static String variable(String name) {
            return name.toUpperCase(Locale.ROOT).replace('.', '_');
        }

        Map<String, String> startingWith(String prefix) {
            Map<String, String> found = new TreeMap<>();
            environment.forEach((variable, text) -> {
                if (variable.startsWith(variable(prefix)))
                    found.put(variable.toLowerCase(Locale.ROOT).replace('_', '.'), text);
            });
            for (String name : properties.stringPropertyNames())
                if (name.startsWith(prefix)) found.put(name, properties.getProperty(name));
            return Map.copyOf(found);
        }

        boolean flag(String name, boolean otherwise) {
            String text = text(name, otherwise ? "on" : "off").trim();
            if (ON.contains(text)) return true;
            if (OFF.contains(text)) return false;
            throw new IllegalArgumentException("setting " + name + " is neither on nor off: " + text);
        }

        /** Returns setting {@code jmpi.tls}; it is on where it is not set and there is a key store. */
        boolean tls() {
            if (properties.getProperty("jmpi.tls.password") != null)
                throw new IllegalArgumentException("setting jmpi.tls.password would be seen in the list of processes:"
                        + " use JMPI_TLS_PASSWORD in the environment, or jmpi.tls.password.file");
            return flag("jmpi.tls", text("jmpi.tls.keystore", null) != null);
        }

        /** Returns the settings of observers; a JVM that lets JMX clients in has an MXBean unless that is off. */
        Observation observation() {
            String record = text("jmpi.record", null);
            boolean letsClientsIn = properties.getProperty("com.sun.management.jmxremote") != null
                    || properties.getProperty("com.sun.management.jmxremote.port") != null;
            return new Observation(
                    flag("jmpi.jfr", record != null),
                    record,
                    text("jmpi.record.settings", "default"),
                    (int) number("jmpi.jfr.rate", 10_000, 0, 1 << 30),
                    flag("jmpi.jmx", letsClientsIn),
                    flag("jmpi.log", false));
        }

        long number(String name, long otherwise, long least, long most) {
            String text = text(name, null);
            if (text == null) return otherwise;
            try {
                long value = Long.parseLong(text.trim());
                if (value >= least && value <= most) return value;
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("setting " + name + " is not a whole number: " + text, e);
            }
            throw new IllegalArgumentException(
                    "setting " + name + " is out of range: " + text + ", from " + least + " to " + most);
        }
    }
}
