package org.jmpi.run.launcher;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.transport.LocalAddresses;
import org.jmpi.comm.transport.SocketAddresses;
import org.jmpi.run.system.CommandPath;

/**
 * Starts agents by one srun for each component of an allocation of Slurm, which has several only if it is
 * heterogeneous. All agents get the same standard input: the secret of the job and the addresses at which this process
 * listens. Each connects back and proves the secret before its channel begins.
 */
public final class SrunLauncher implements Launcher {
    private static final String SRUN = "srun";
    private static final String NODES = "SLURM_JOB_NODELIST";
    private static final String TASKS = "SLURM_TASKS_PER_NODE";
    private static final String JOB = "SLURM_JOB_ID";
    private static final String STEP = "SLURM_STEP_ID";
    private static final String STEP_NODES = "SLURM_STEP_NODELIST";
    private static final String STEP_TASKS = "SLURM_STEP_TASKS_PER_NODE";

    /** Behind the names of variables, before the number of the component that they are about. */
    private static final String COMPONENT = "_HET_GROUP_";

    /** Slurm's numbers from here on are those of scripts and shells, which have the whole allocation for themselves. */
    private static final long LAST_STEP = 0xffff_fff0L;

    /** Called by {@link java.util.ServiceLoader}. */
    public SrunLauncher() {}

    @Override
    public String name() {
        return "srun";
    }

    /** Slurm has a tree of its own. */
    @Override
    public int fanout() {
        return Integer.MAX_VALUE;
    }

    @Override
    public List<AllocatedHost> allocation(Map<String, String> environment) throws IOException {
        if (!environment.containsKey(JOB)
                || !CommandPath.of(environment.get("PATH")).isCommand(SRUN)) return List.of();
        if (isInStep(environment)) return hosts(environment, STEP_NODES, STEP_TASKS);
        // salloc sets the variables of the components alone.
        if (!environment.containsKey(NODES + COMPONENT + 0)) {
            String nodes = environment.containsKey(NODES) ? NODES : "SLURM_NODELIST";
            return environment.containsKey(nodes) ? hosts(environment, nodes, TASKS) : List.of();
        }
        Map<String, Integer> slots = new LinkedHashMap<>();
        for (int i = 0; environment.containsKey(NODES + COMPONENT + i); i++)
            for (AllocatedHost host : hosts(environment, NODES + COMPONENT + i, TASKS + COMPONENT + i))
                slots.merge(host.name(), host.slots(), Integer::sum);
        List<AllocatedHost> hosts = new ArrayList<>();
        slots.forEach((name, count) -> hosts.add(new AllocatedHost(name, count)));
        return hosts;
    }

    private static List<AllocatedHost> hosts(Map<String, String> environment, String nodes, String tasksOfNodes)
            throws IOException {
        String list = environment.get(nodes);
        List<String> names = read(nodes, list, SlurmNodes::names);
        String tasks = environment.getOrDefault(tasksOfNodes, "1(x" + names.size() + ")");
        List<Integer> slots = read(tasksOfNodes, tasks, SlurmNodes::tasks);
        if (slots.size() != names.size())
            throw new IOException(tasksOfNodes + "=" + tasks + ": " + slots.size() + " nodes, but " + nodes + "=" + list
                    + " has " + names.size());
        List<AllocatedHost> hosts = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) hosts.add(new AllocatedHost(names.get(i), slots.get(i)));
        return hosts;
    }

    /** Returns whether this process is a task that srun has started, which has the nodes of its step alone. */
    private static boolean isInStep(Map<String, String> environment) {
        String step = environment.getOrDefault(STEP, "");
        return environment.containsKey(STEP_NODES) && step.matches("\\d{1,18}") && Long.parseLong(step) < LAST_STEP;
    }

    /** Returns the number of the component that each node is in; none if there is one component alone. */
    static Map<String, String> components(Map<String, String> environment) throws IOException {
        Map<String, String> components = new HashMap<>();
        for (int i = 0; environment.containsKey(NODES + COMPONENT + i); i++)
            for (String name : read(NODES + COMPONENT + i, environment.get(NODES + COMPONENT + i), SlurmNodes::names))
                components.putIfAbsent(name, "" + i);
        return components;
    }

    private interface Reading<T> {
        List<T> read(String text) throws IOException;
    }

    private static <T> List<T> read(String variable, String text, Reading<T> reading) throws IOException {
        try {
            return reading.read(text);
        } catch (IOException e) {
            throw new IOException(variable + "=" + text + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void start(AgentStart start, StartListener listener) {
        Map<String, List<String>> groups = new TreeMap<>();
        try {
            Map<String, String> components = components(System.getenv());
            for (String host : start.hosts())
                groups.computeIfAbsent(components.getOrDefault(host, ""), component -> new ArrayList<>())
                        .add(host);
        } catch (IOException e) {
            for (String host : start.hosts()) listener.failed(host, e.getMessage());
            return;
        }
        groups.forEach((component, hosts) -> start(start.with(hosts), component, listener));
    }

    /** @param component in which all hosts are; empty if there is one alone */
    private static void start(AgentStart start, String component, StartListener listener) {
        AgentServer server = null;
        try {
            LocalAddresses addresses = LocalAddresses.ofHost();
            String iface = start.config().iface();
            List<InetAddress> reached = iface == null ? addresses.usable() : addresses.chosen(iface);
            if (iface != null) reached = reached.subList(0, 1);
            server = new AgentServer(start, listener, iface == null ? null : reached.get(0));
            int port = server.port();
            List<InetSocketAddress> published = reached.stream()
                    .map(address -> new InetSocketAddress(address, port))
                    .toList();
            ProcessConnection srun = start(start, component);
            server.begin(srun);
            String line = start.secret().toHex() + " " + SocketAddresses.text(published) + " "
                    + start.config().nat() + " " + start.config().tls() + "\n";
            new DaemonThread(() -> tell(srun, start.preload(), line), "jmpirun-srun").start();
        } catch (IOException e) {
            if (server != null) server.close();
            for (String host : start.hosts()) listener.failed(host, "srun: " + e.getMessage());
        }
    }

    /** @param preload null if nothing is copied */
    private static void tell(ProcessConnection srun, Preload preload, String line) {
        if (preload != null) preload.sendTo(srun);
        try {
            srun.out().write(line.getBytes(StandardCharsets.UTF_8));
            srun.out().flush();
        } catch (IOException e) {
            // srun has ended. The server watches it, and says why.
            return;
        }
    }

    private static ProcessConnection start(AgentStart start, String component) throws IOException {
        Diagnosis diagnosis = new Diagnosis("HOST", start.command(), "");
        // Slurm may signal its tasks alone, which are the shells.
        List<String> command = AgentScript.of(start, List.of(AgentClient.OPTION), Preload.SLURM_NODE, true);
        return ProcessConnection.start(SRUN, words(start, component, command), diagnosis);
    }

    /**
     * Returns the words of srun. Other steps of the allocation may run at the same time; the agent binds its ranks
     * itself; one agent that ends does not end the others.
     */
    private static List<String> words(AgentStart start, String component, List<String> command) {
        int count = start.hosts().size();
        List<String> words = new ArrayList<>(List.of(
                SRUN,
                "--nodes=" + count,
                "--ntasks=" + count,
                "--ntasks-per-node=1",
                "--nodelist=" + String.join(",", start.hosts()),
                "--input=all",
                "--overlap",
                "--cpu-bind=none",
                "--mpi=none",
                "--kill-on-bad-exit=0",
                "--job-name=jmpirun"));
        if (!component.isEmpty()) words.add("--het-group=" + component);
        words.addAll(command);
        return words;
    }
}
