package org.jmpi.comm.control;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jmpi.comm.transport.SocketAddresses;
import org.jmpi.comm.trust.JobSecret;

/**
 * The launcher's instructions to a process, as environment variables.
 *
 * @param rank {@code JMPI_RANK}: this process's rank in the world, the first one if it has several
 * @param count {@code JMPI_THREADS}: how many ranks are threads of this process, from the first one on; 1 if it is not
 *     set
 * @param size {@code JMPI_SIZE}: the number of ranks in the world
 * @param hosts {@code JMPI_HOSTS}: the number of hosts that have ranks; 1 if it is not set
 * @param job {@code JMPI_JOB}: the job's name, which no other job on the host has
 * @param secret {@code JMPI_SECRET}: in hexadecimal
 * @param launcher {@code JMPI_LAUNCHER}: where the launcher listens, as {@code host:port}; not resolved
 * @param transport {@code JMPI_TRANSPORT}: the transport's name
 */
public record LaunchEnvironment(
        int rank,
        int count,
        int size,
        int hosts,
        String job,
        JobSecret secret,
        InetSocketAddress launcher,
        String transport) {

    private static final int LONGEST_NAME = 64;

    /** The variable with this process's rank in the world. */
    public static final String RANK = "JMPI_RANK";
    /** The variable with the number of ranks that are threads of this process. */
    public static final String THREADS = "JMPI_THREADS";
    /** The variable with the number of ranks. */
    public static final String SIZE = "JMPI_SIZE";
    /** The variable with the number of hosts that have ranks. */
    public static final String HOSTS = "JMPI_HOSTS";
    /** The variable with the job's name. */
    public static final String JOB = "JMPI_JOB";
    /** The variable with the job's secret in hexadecimal. */
    public static final String SECRET = "JMPI_SECRET";
    /** The variable with where the launcher listens. */
    public static final String LAUNCHER = "JMPI_LAUNCHER";
    /** The variable with the transport's name. */
    public static final String TRANSPORT = "JMPI_TRANSPORT";
    /** The variable with the class of the transport provider that comes before all others; not set if none does. */
    public static final String PROVIDER = "JMPI_TRANSPORT_PROVIDER";
    /** The variable with the number of processes that the job can have. */
    public static final String UNIVERSE_SIZE = "JMPI_UNIVERSE_SIZE";
    /** The variable with the number of hosts on which the job can have processes. */
    public static final String UNIVERSE_HOSTS = "JMPI_UNIVERSE_HOSTS";
    /** The variable with the number of the program. */
    public static final String APPNUM = "JMPI_APPNUM";
    /** The variable with the name of the first error handler of the world. */
    public static final String ERROR_HANDLER = "JMPI_INITIAL_ERRHANDLER";

    /**
     * Reads what a launcher passed.
     *
     * @param environment the process's variables
     * @return empty if no launcher started this process, that is if there is no {@code JMPI_RANK}
     * @throws IllegalArgumentException if a variable is missing or malformed; the message names it and its value, but
     *     never the secret
     */
    public static Optional<LaunchEnvironment> read(Map<String, String> environment) {
        if (!environment.containsKey(RANK)) return Optional.empty();
        int size = number(environment, SIZE, 1, Integer.MAX_VALUE);
        int rank = number(environment, RANK, 0, size - 1);
        int count = environment.containsKey(THREADS) ? number(environment, THREADS, 1, size - rank) : 1;
        return Optional.of(new LaunchEnvironment(
                rank,
                count,
                size,
                environment.containsKey(HOSTS) ? number(environment, HOSTS, 1, size) : 1,
                name(environment, JOB),
                JobSecret.fromHex(text(environment, SECRET)),
                address(text(environment, LAUNCHER)),
                name(environment, TRANSPORT)));
    }

    /** {@return the variables that {@link #read} reads} */
    public Map<String, String> toEnvironment() {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put(RANK, Integer.toString(rank));
        environment.put(THREADS, Integer.toString(count));
        environment.put(SIZE, Integer.toString(size));
        environment.put(HOSTS, Integer.toString(hosts));
        environment.put(JOB, job);
        environment.put(SECRET, secret.toHex());
        environment.put(LAUNCHER, SocketAddresses.text(launcher));
        environment.put(TRANSPORT, transport);
        return environment;
    }

    /** {@return whether every rank runs on this host} */
    public boolean allLocal() {
        return hosts == 1;
    }

    private static InetSocketAddress address(String text) {
        try {
            return SocketAddresses.unresolved(text);
        } catch (IllegalArgumentException e) {
            throw malformed(LAUNCHER, text, "host:port");
        }
    }

    private static int number(Map<String, String> environment, String variable, int least, int most) {
        String text = text(environment, variable);
        String expected = "a number from " + least + " to " + most;
        try {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) return value;
        } catch (NumberFormatException e) {
            throw malformed(variable, text, expected);
        }
        throw malformed(variable, text, expected);
    }

    private static String name(Map<String, String> environment, String variable) {
        String text = text(environment, variable);
        if (isName(text)) return text;
        throw malformed(variable, text, "a name of letters, digits, '_', '.', '-'");
    }

    private static boolean isName(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letterOrDigit = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            if (!letterOrDigit && "_.-".indexOf(c) < 0) return false;
        }
        return text.length() <= LONGEST_NAME;
    }

    private static String text(Map<String, String> environment, String variable) {
        String text = environment.get(variable);
        if (text == null || text.isEmpty())
            throw new IllegalArgumentException(
                    variable + " is not set, though " + RANK + " is: start the program with jmpirun, or unset " + RANK);
        return text;
    }

    private static IllegalArgumentException malformed(String variable, String text, String expected) {
        return new IllegalArgumentException(variable + " is not " + expected + ": " + text);
    }
}
