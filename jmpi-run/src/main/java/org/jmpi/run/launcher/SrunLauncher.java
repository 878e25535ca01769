package org.jmpi.run.launcher;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.transport.LocalAddresses;
import org.jmpi.comm.transport.SocketAddresses;

/**
 * Starts agents by one srun, inside an allocation of Slurm. All of them get the same standard input: the secret of the
 * job and the addresses at which this process listens. Each connects back and proves the secret before its channel
 * begins.
 */
public final class SrunLauncher implements Launcher {
    private static final String SRUN = "srun";
    private static final String NODES = "SLURM_JOB_NODELIST";
    private static final String TASKS = "SLURM_TASKS_PER_NODE";
    private static final String JOB = "SLURM_JOB_ID";

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
        String list = environment.getOrDefault(NODES, environment.get("SLURM_NODELIST"));
        if (!environment.containsKey(JOB) || list == null || !isInstalled(environment)) return List.of();
        List<String> names = read(NODES, list, SlurmNodes::names);
        String tasks = environment.getOrDefault(TASKS, "1(x" + names.size() + ")");
        List<Integer> slots = read(TASKS, tasks, SlurmNodes::tasks);
        if (slots.size() != names.size())
            throw new IOException(TASKS + "=" + tasks + ": " + slots.size() + " nodes, but " + NODES + "=" + list
                    + " has " + names.size());
        List<AllocatedHost> hosts = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) hosts.add(new AllocatedHost(names.get(i), slots.get(i)));
        return hosts;
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

    private static boolean isInstalled(Map<String, String> environment) {
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator))
            if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, SRUN))) return true;
        return false;
    }

    @Override
    public void start(AgentStart start, Listener listener) {
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
            ProcessConnection srun = start(start);
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

    private static ProcessConnection start(AgentStart start) throws IOException {
        Function<List<String>, String> diagnosis = lines -> Diagnosis.of("HOST", start, lines);
        List<String> command = AgentScript.of(start, List.of(AgentClient.OPTION), Preload.SLURM_NODE);
        return ProcessConnection.start(SRUN, words(start, command), diagnosis);
    }

    /**
     * Returns the words of srun. Other steps of the allocation may run at the same time; the agent binds its ranks
     * itself; one agent that ends does not end the others.
     */
    private static List<String> words(AgentStart start, List<String> command) {
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
        words.addAll(command);
        return words;
    }
}
