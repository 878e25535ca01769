package org.jmpi.run.doctor;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.run.agent.AgentCommand;
import org.jmpi.run.agent.AgentFrame;
import org.jmpi.run.agent.AgentMessage;
import org.jmpi.run.agent.AgentTree;
import org.jmpi.run.agent.ConnectCheck;
import org.jmpi.run.agent.PreloadBundle;
import org.jmpi.run.cli.Options;
import org.jmpi.run.hosts.Host;
import org.jmpi.run.hosts.Launching;
import org.jmpi.run.launcher.Preload;
import org.jmpi.run.lifecycle.Job;
import org.jmpi.run.program.Installation;
import org.jmpi.run.system.CommandPath;

/**
 * Checks the other hosts of a job: whether one can log in without a password, Java and JMPI are there, the clocks agree
 * and connections get through in both directions. Each host gets an agent, as in a job.
 */
final class RemoteHostsCheck {
    private static final String SSH = "ssh";

    /** How long an agent may be silent. */
    private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** How long the agents may take to end. */
    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Clocks that differ by more make times of different hosts hard to compare. */
    private static final long CLOCK_MILLIS = 2000;

    private final DoctorFindings findings;
    private final Options options;
    private final Installation installation;

    RemoteHostsCheck(DoctorFindings findings, Options options, Installation installation) {
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
        String job = Job.newName();
        PreloadBundle bundle = options.launching.preload() ? PreloadBundle.make(installation, job, List.of()) : null;
        Preload preload = bundle == null ? null : bundle.preload();
        Launching given = options.launching;
        Launching ssh = new Launching(Launching.SSH, given.rshAgent(), given.preload(), given.java());
        AgentCommand command = AgentCommand.of(ssh, installation, preload == null ? "" : preload.base(), job);
        JmpiConfig config = config();
        try (ConnectCheck here = ConnectCheck.listen(config)) {
            List<CompletableFuture<Void>> checks = others.stream()
                    .map(host -> new OneHost(host.name(), here, command, preload, config))
                    .map(host -> CompletableFuture.runAsync(
                            host::run, body -> new DaemonThread(body, "jmpirun-doctor").start()))
                    .toList();
            checks.forEach(CompletableFuture::join);
        } catch (IOException e) {
            findings.bad(SSH, "other hosts do not reach this one: " + e.getMessage());
        } finally {
            if (bundle != null) bundle.close();
        }
    }

    /** A malformed setting is a finding of its own. */
    private JmpiConfig config() {
        Map<String, String> variables = new HashMap<>(System.getenv());
        variables.putAll(options.network);
        try {
            return JmpiConfig.load(new Properties(), variables);
        } catch (IllegalArgumentException e) {
            return JmpiConfig.load(new Properties(), options.network);
        }
    }

    /**
     * Adds what an answer says.
     *
     * @param name of the host that answers
     * @param addresses where this host listens
     * @param askedMillis when the question was sent
     */
    static void judge(
            DoctorFindings findings, String name, String addresses, long askedMillis, AgentMessage.Probed answer)
            throws IOException {
        String login = "one can log in without a password; Java " + answer.java();
        int here = Runtime.version().feature();
        if (Runtime.Version.parse(answer.java()).feature() == here) findings.ok(name, login);
        else
            findings.note(
                    name, login + ", and " + here + " here: name the same one by --java if ranks exchange objects");
        // The clock was read between the question and now.
        long late = askedMillis - answer.millis();
        long off = Math.max(late, answer.millis() - System.currentTimeMillis());
        if (off > CLOCK_MILLIS)
            findings.note(
                    name,
                    "its clock is " + off / 1000 + " s " + (late > 0 ? "slow" : "fast")
                            + ": times of logs and recordings will not agree; run an NTP client on all hosts");
        if (!answer.reached()) unreached(findings, name, "cannot connect to this host at ", addresses);
        if (!ConnectCheck.reaches(answer.addresses()))
            unreached(findings, name, "this host cannot connect to it at ", answer.addresses());
    }

    private static void unreached(DoctorFindings findings, String name, String what, String addresses) {
        findings.bad(
                name,
                what + addresses.replace(",", ", ")
                        + ": does a firewall drop connections? --ports LO-HI names those to open, --iface the network");
    }

    /** The check of one host. Its agent is reached by no other one: one that fails leaves the others alone. */
    private final class OneHost implements AgentTree.AgentListener {
        private static final int AGENT = 0;

        private final String name;
        private final String addresses;
        private final AgentTree tree;
        private final CompletableFuture<AgentMessage.Probed> answer = new CompletableFuture<>();
        private volatile long askedMillis;

        OneHost(String name, ConnectCheck here, AgentCommand command, Preload preload, JmpiConfig config) {
            this.name = name;
            addresses = here.addresses();
            FileChannel jar = preload == null ? null : preload.bundle();
            tree = new AgentTree(command, jar, JobSecret.create(), config, BOUND_NANOS, this);
        }

        void run() {
            try (tree) {
                tree.start(Map.of(AGENT, name));
                AgentMessage.Probed probed = answer.get();
                judge(findings, name, addresses, askedMillis, probed);
                tree.send(AGENT, new AgentMessage.End(false));
                tree.awaitEnd(END_NANOS);
            } catch (ExecutionException e) {
                findings.bad(name, e.getCause().getMessage());
            } catch (IOException e) {
                findings.bad(name, e.getMessage());
            } catch (InterruptedException e) {
                throw new IllegalStateException("no thread interrupts this one", e);
            }
        }

        /** An agent that waits may still answer; if it does not, the reason follows. */
        @Override
        public void received(AgentFrame frame) throws IOException {
            AgentMessage message = frame.message();
            if (message instanceof AgentMessage.Arrived) ask();
            else if (message instanceof AgentMessage.Probed probed) answer.complete(probed);
            else if (message instanceof AgentMessage.Refused refused) fail(refused.reason());
            else if (message instanceof AgentMessage.Lost lost) fail(lost.reason());
        }

        private void ask() {
            askedMillis = System.currentTimeMillis();
            tree.send(AGENT, new AgentMessage.Probe(options.network, addresses));
        }

        private void fail(String reason) {
            answer.completeExceptionally(new IOException(reason));
        }
    }
}
