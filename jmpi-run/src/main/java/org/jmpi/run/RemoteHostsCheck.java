package org.jmpi.run;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.config.PortRange;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.transport.LocalAddresses;
import org.jmpi.run.launcher.AgentConnection;
import org.jmpi.run.launcher.PrintedLines;
import org.jmpi.run.launcher.SshLauncher;

/**
 * Checks the other hosts of a job: whether one can log in without a password, Java and JMPI are there, the clocks agree
 * and connections get through in both directions. All hosts are checked at once.
 */
final class RemoteHostsCheck {
    private static final String SSH = "ssh";

    /** A host that is busy beyond reason may start a JVM slowly. */
    private static final long ANSWER_SECONDS = 25;

    private static final long TROUBLE_MILLIS = 2000;

    /** Clocks that differ by more make times of different hosts hard to compare. */
    private static final long CLOCK_MILLIS = 2000;

    private static final int FIRST_JAVA = 17;

    private final Findings findings;
    private final Options options;
    private final Installation installation;

    RemoteHostsCheck(Findings findings, Options options, Installation installation) {
        this.findings = findings;
        this.options = options;
        this.installation = installation;
    }

    void run() {
        List<Host> others =
                options.hosts.hosts().stream().filter(host -> !host.here()).toList();
        String agent = options.launching.rshAgent().get(0);
        boolean installed = CommandPath.ofSystem().isCommand(agent);
        if (others.isEmpty()) {
            if (installed) findings.ok(SSH, agent + " is there; name hosts by -H or --hostfile to check them");
            else findings.note(SSH, "no command " + agent + ": jobs run on this host only; install openssh-client");
            return;
        }
        if (Launching.SRUN.equals(options.launching.launcher()))
            findings.note(SSH, "hosts of an allocation are reached by srun, and are not checked here");
        else if (installed) check(others);
        else findings.bad(SSH, "no command " + agent + " to reach other hosts: install it, or name one by --rsh-agent");
    }

    private void check(List<Host> others) {
        try (ServerSocket listening = ports().bind(0, ServerSocket::new)) {
            List<String> addresses = new ArrayList<>();
            for (InetAddress address : ownAddresses()) {
                addresses.add(address.getHostAddress());
                addresses.add(Integer.toString(listening.getLocalPort()));
            }
            List<CompletableFuture<Void>> checks = others.stream()
                    .map(host -> CompletableFuture.runAsync(
                            () -> new OneHost(host, addresses).run(),
                            body -> new DaemonThread(body, "jmpirun-doctor").start()))
                    .toList();
            checks.forEach(CompletableFuture::join);
        } catch (IOException e) {
            findings.bad(SSH, "cannot listen for the other hosts: " + e.getMessage());
        }
    }

    /** A malformed setting is a finding of its own. */
    private PortRange ports() {
        Map<String, String> variables = new HashMap<>(System.getenv());
        variables.putAll(options.network);
        try {
            return JmpiConfig.load(new Properties(), variables).ports();
        } catch (IllegalArgumentException e) {
            return PortRange.ANY;
        }
    }

    private List<InetAddress> ownAddresses() throws IOException {
        String iface = options.network.getOrDefault("JMPI_IFACE", System.getenv("JMPI_IFACE"));
        LocalAddresses own = LocalAddresses.ofHost();
        return iface == null ? own.usable() : own.chosen(iface);
    }

    private List<String> command(List<String> addresses) {
        String java = options.launching.java() == null ? Program.Java.HERE : options.launching.java();
        List<String> words = new ArrayList<>(List.of("env"));
        options.network.forEach((variable, value) -> words.add(variable + "=" + value));
        words.addAll(List.of(java, "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp"));
        words.add(ClassPath.of(installation.agent()).toString());
        words.add(DoctorProbe.class.getName());
        words.addAll(addresses);
        return words;
    }

    /** The check of one host. */
    private final class OneHost {
        private final String name;
        private final List<String> addresses;
        private long startMillis;

        OneHost(Host host, List<String> addresses) {
            name = host.name();
            this.addresses = addresses;
        }

        void run() {
            try {
                startMillis = System.currentTimeMillis();
                AgentConnection connection = SshLauncher.start(options.launching.rshAgent(), name, command(addresses));
                try {
                    see(connection);
                } finally {
                    connection.close();
                }
            } catch (IOException e) {
                findings.bad(name, e.getMessage());
            }
        }

        private void see(AgentConnection connection) throws IOException {
            PrintedLines printed = new PrintedLines(new BufferedInputStream(connection.in()));
            CompletableFuture<Void> ended = new CompletableFuture<>();
            CompletableFuture.delayedExecutor(ANSWER_SECONDS, TimeUnit.SECONDS).execute(() -> {
                ended.complete(null);
                connection.close();
            });
            List<String> lines = List.of();
            try {
                lines = read(printed);
            } catch (IOException e) {
                // The limit closes the stream.
                if (!ended.isDone()) throw e;
            }
            if (lines.contains(DoctorProbe.END)) {
                judge(lines);
                return;
            }
            String trouble = ended.isDone()
                    ? connection.silence(ANSWER_SECONDS, printed)
                    : connection.failure(TROUBLE_MILLIS, printed);
            boolean preloads = options.launching.preload() && trouble.contains("--preload");
            if (preloads) findings.note(name, "one can log in, and Java is there; --preload will bring the rest");
            else findings.bad(name, trouble);
        }

        private static List<String> read(PrintedLines printed) throws IOException {
            List<String> lines = new ArrayList<>();
            for (String line = printed.readLine(); line != null; line = printed.readLine()) {
                if (!line.startsWith(DoctorProbe.SIGN)) continue;
                lines.add(line.substring(DoctorProbe.SIGN.length()));
                if (line.equals(DoctorProbe.SIGN + DoctorProbe.END)) break;
            }
            return lines;
        }

        private void judge(List<String> lines) {
            String java = values(lines, DoctorProbe.JAVA).get(0);
            int feature = Runtime.Version.parse(java).feature();
            String login = "one can log in without a password; Java " + java;
            if (feature < FIRST_JAVA)
                findings.bad(name, login + ": install 17 or newer, or name another one by --java");
            else if (feature != Runtime.version().feature())
                findings.note(
                        name,
                        login + ", and " + Runtime.version().feature()
                                + " here: name the same one by --java if ranks exchange objects");
            else findings.ok(name, login);
            checkClock(Long.parseLong(values(lines, DoctorProbe.MILLIS).get(0)));
            checkReach(lines);
        }

        /** The clock was read between the start and now. */
        private void checkClock(long millis) {
            long late = startMillis - millis;
            long early = millis - System.currentTimeMillis();
            long off = Math.max(late, early);
            if (off > CLOCK_MILLIS)
                findings.note(
                        name,
                        "its clock is " + off / 1000 + " s " + (late > 0 ? "slow" : "fast")
                                + ": times of logs and recordings will not agree; run an NTP client on all hosts");
        }

        private void checkReach(List<String> lines) {
            if (values(lines, DoctorProbe.REACHED).isEmpty())
                findings.bad(
                        name,
                        "cannot connect to this host at " + String.join(", ", evenItems(addresses))
                                + ": does a firewall drop connections to ports such as " + addresses.get(1)
                                + "? --ports LO-HI names those to open, --iface the network");
            List<String> places = values(lines, DoctorProbe.LISTENS);
            boolean reached = places.stream()
                    .map(place -> place.split(" "))
                    .anyMatch(place -> DoctorProbe.connects(place[0], Integer.parseInt(place[1])));
            if (!reached)
                findings.bad(
                        name,
                        "this host cannot connect to it at " + String.join(", ", places)
                                + ": does a firewall drop connections? --ports LO-HI names those to open,"
                                + " --iface the network");
        }

        private static List<String> evenItems(List<String> items) {
            List<String> even = new ArrayList<>();
            for (int i = 0; i < items.size(); i += 2) even.add(items.get(i));
            return even;
        }

        private static List<String> values(List<String> lines, String name) {
            return lines.stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.substring(name.length()).strip())
                    .toList();
        }
    }
}
