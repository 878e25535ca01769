package org.jmpi.run.plan;

import java.util.List;
import java.util.Map;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.run.jvm.CpuBinding;
import org.jmpi.run.jvm.JvmDefaults;
import org.jmpi.run.jvm.WrappedJava;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.CommandPath;
import org.jmpi.run.system.HostCores;

/**
 * The part of a job that runs on one host, with what depends on the cores of that host.
 *
 * @param host the index of the host
 */
public record HostShare(JobPlan plan, int host, HostCores cores, CpuBinding binding) {
    /** @throws BadInputException if ranks cannot be bound to cores there as the user asks for it */
    public static HostShare of(JobPlan plan, int host, HostCores cores) {
        int ranks = plan.map().ranksOn(host);
        int processes = plan.processesOn(host).size();
        CpuBinding binding = plan.binding() != null
                ? CpuBinding.of(plan.binding(), cores)
                : CpuBinding.defaultOf(ranks, processes, plan.threadsPerRank() * ranks, cores);
        return new HostShare(plan, host, cores, binding);
    }

    /** Returns the part of the host of jmpirun, which has a rank. */
    public static HostShare here(JobPlan plan) {
        return of(plan, plan.here(), HostCores.here(CommandPath.ofSystem()));
    }

    /** Returns the numbers of the processes. */
    List<Integer> processes() {
        return plan.processesOn(host);
    }

    /** Returns the words that start a process. */
    public List<String> command(int process) {
        App app = plan.app(process);
        List<String> words = app.command(plan.firstRank(process));
        if (app.java()) {
            words.addAll(1, defaults(app.defaults()));
            plan.debugOption(process).ifPresent(option -> words.add(1, option));
        }
        return binding.bind(words, plan.map().localRank(process), plan.ranksOf(process));
    }

    private List<String> defaults(JvmDefaults ofApp) {
        int processes = processes().size();
        int threads = plan.ranksPerProcess();
        int busy = plan.threadsPerRank() * plan.map().ranksOn(host);
        return ofApp.ofRanks(cores.available(), processes, threads, busy, haveOneCoreEach(processes, threads));
    }

    /** Whether each process has a core or less; if the user leaves them unbound, it has what others do not use. */
    private boolean haveOneCoreEach(int processes, int threads) {
        boolean shared = processes >= cores.available();
        if (binding.binds()) return threads == 1 || shared;
        return plan.binding() == null && shared;
    }

    /** Returns the environment of a process, without the variables of its place in the job. */
    public Map<String, String> variables(int process) {
        App app = plan.app(process);
        Map<String, String> variables = app.variables(plan.firstRank(process));
        if (!app.java()) plan.debugOption(process).ifPresent(option -> WrappedJava.add(option, variables));
        binding.tell(variables);
        variables.put(
                LaunchEnvironment.UNIVERSE_SIZE,
                Integer.toString(Math.max(plan.hosts().slots(), plan.ranks())));
        variables.put(
                LaunchEnvironment.UNIVERSE_HOSTS, Integer.toString(plan.hosts().size()));
        variables.put(
                LaunchEnvironment.APPNUM,
                Integer.toString(plan.map().get(process).app()));
        return variables;
    }
}
