package org.jmpi.run.plan;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jmpi.run.hosts.Host;
import org.jmpi.run.system.BadInputException;

/**
 * The JVMs that wait for a debugger before they run the program, and where it finds them: {@code --debug}.
 *
 * @param rank the rank whose JVM waits; {@link #ALL} if all do
 * @param address on which they listen; {@code *} for all interfaces
 * @param port of the JVM; if all wait, that of rank 0, to which each other JVM adds its first rank
 */
public record DebugServer(int rank, String address, int port) {
    private static final int ALL = -1;
    private static final int DEFAULT_PORT = 5005;
    private static final int LAST_PORT = 65_535;
    private static final String LOOPBACK = "127.0.0.1";
    private static final String ANY = "*";
    private static final Pattern FORM = Pattern.compile("(all|\\d{1,9})(?::(?:(\\*|[\\w.-]+):)?(\\d{1,9}))?");
    private static final Pattern JDWP = Pattern.compile("-agentlib:jdwp\\b.*|-Xrunjdwp\\b.*");

    /** Settings of a job whose ranks may stop at breakpoints for any time. */
    private static final Map<String, String> SETTINGS =
            Map.of("JMPI_CONNECT_TIMEOUT_S", "86400", "JMPI_FAILURE_TIMEOUT", "0");

    /** @throws BadInputException if the text is not of the form {@code RANK|all[:[ADDRESS:]PORT]} */
    public static DebugServer parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches())
            throw new BadInputException("--debug " + text + ": not of the form RANK[:PORT] or all[:PORT]");
        String port = matcher.group(3);
        String address = matcher.group(2);
        return new DebugServer(
                matcher.group(1).equals("all") ? ALL : Integer.parseInt(matcher.group(1)),
                address == null ? LOOPBACK : address,
                port == null ? DEFAULT_PORT : Integer.parseInt(port));
    }

    /** Adds the settings with which no rank gives up one that stands still, unless the user has others. */
    public static void addSettings(Map<String, String> variables) {
        SETTINGS.forEach((name, value) -> {
            if (System.getenv(name) == null) variables.putIfAbsent(name, value);
        });
    }

    /**
     * Checks a job before it is started.
     *
     * @throws BadInputException if the rank is not there, a port cannot be had on this host, or the user's own options
     *     of the JVM load a debugger's agent, too
     */
    public void check(JobPlan plan) {
        if (rank >= plan.ranks())
            throw new BadInputException("--debug " + rank + ": no such rank: the ranks are 0 to " + (plan.ranks() - 1)
                    + "; a port follows a rank or all, such as all:" + DEFAULT_PORT);
        for (App app : plan.apps())
            for (String word : app.command())
                if (JDWP.matcher(word).matches())
                    throw new BadInputException(
                            "--debug and " + word + ": a JVM loads the agent once: use one of them");
        for (int process = 0; process < plan.processes(); process++) if (waits(plan, process)) checkPort(plan, process);
    }

    private void checkPort(JobPlan plan, int process) {
        int port = port(plan, process);
        if (port < 1 || port > LAST_PORT)
            throw new BadInputException("--debug: port " + port + " for " + plan.processName(process)
                    + " is not one from 1 to " + LAST_PORT);
        if (!plan.hostOf(process).here()) return;
        try {
            new ServerSocket(port, 1, address.equals(ANY) ? null : InetAddress.getByName(address)).close();
        } catch (IOException e) {
            throw new BadInputException(
                    "--debug: " + plan.processName(process) + " cannot listen on " + address + ":" + port + " ("
                            + e.getMessage() + "): name another port, such as --debug " + (rank == ALL ? "all" : rank)
                            + ":" + (port + 1000 <= LAST_PORT ? port + 1000 : DEFAULT_PORT),
                    e);
        }
    }

    /** Returns whether a process waits for a debugger. */
    public boolean waits(JobPlan plan, int process) {
        return rank == ALL || plan.processOf(rank) == process;
    }

    private int port(JobPlan plan, int process) {
        return rank == ALL ? port + plan.firstRank(process) : port;
    }

    /** Returns the option with which the JVM of a process waits; none if it does not. */
    Optional<String> option(JobPlan plan, int process) {
        if (!waits(plan, process)) return Optional.empty();
        return Optional.of("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address=" + address + ":"
                + port(plan, process));
    }

    /** Returns a line that says how to attach to a process that waits. */
    public String line(JobPlan plan, int process) {
        int port = port(plan, process);
        Host host = plan.hostOf(process);
        boolean tunnel = !host.here() && address.equals(LOOPBACK);
        String there = host.here() || tunnel ? "localhost" : address.equals(ANY) ? host.address() : address;
        StringBuilder line = new StringBuilder(plan.processPlace(process) + " waits for a debugger: ");
        if (tunnel) line.append(tunnel(plan, host, port)).append(", then ");
        line.append("jdb -attach ").append(there).append(':').append(port).append(", or attach an IDE to that address");
        if (plan.ranksAreThreads()) line.append("; ").append(threads(plan, process));
        return line.toString();
    }

    private static String tunnel(JobPlan plan, Host host, int port) {
        List<String> words = new ArrayList<>(plan.launching().rshAgent());
        words.addAll(List.of("-N", "-L", port + ":127.0.0.1:" + port, host.name()));
        return String.join(" ", words);
    }

    /** The threads of ranks have these names. */
    private static String threads(JobPlan plan, int process) {
        int first = plan.firstRank(process);
        int last = first + plan.ranksOf(process) - 1;
        return first == last
                ? "its thread \"rank " + first + "\" is the rank"
                : "its threads \"rank " + first + "\" to \"rank " + last + "\" are the ranks";
    }
}
