package org.jmpi.run.plan;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.run.hosts.Host;
import org.jmpi.run.hosts.HostLimits;
import org.jmpi.run.hosts.HostList;
import org.jmpi.run.hosts.Launching;
import org.jmpi.run.hosts.ProcessMap;
import org.jmpi.run.local.RecordingFolder;
import org.jmpi.run.output.InputRanks;
import org.jmpi.run.system.BadInputException;

/**
 * A job, checked, before anything of it is started: which rank runs where, and what it runs. {@link HostShare} adds
 * what only the hosts themselves know.
 *
 * @param apps what the ranks run, in the order of their ranks
 * @param ranksAreThreads whether ranks are threads, one or several of a process; else each is a process
 * @param threadsPerRank how many threads must run for a rank to exchange messages
 * @param binding {@code core} or {@code none}; null if the user does not say
 * @param jvmsPerCore how many JVMs may share a core; {@link HostLimits#NO_LIMIT} if no limit of a host counts
 * @param tag whether lines of output are to be prefixed here
 * @param outputFolder where this process writes the ranks' output; null if it goes to standard output
 * @param timeoutNanos longest time in ns that the job may take; 0 if it may take any
 * @param port where to listen; 0 for any port that is free
 * @param debug the processes that wait for a debugger; null if none does
 */
public record JobPlan(
        HostList hosts,
        List<App> apps,
        ProcessMap map,
        boolean ranksAreThreads,
        String transport,
        int threadsPerRank,
        String binding,
        int jvmsPerCore,
        InputRanks input,
        boolean tag,
        Path outputFolder,
        long timeoutNanos,
        int port,
        Launching launching,
        DebugServer debug,
        boolean verbose) {

    /** The beginning of a word of a command that is a setting. */
    private static final String SETTING = "-Djmpi.";

    /** Returns the size of the world. */
    public int ranks() {
        return map.ranks();
    }

    /** Returns the number of processes. */
    public int processes() {
        return map.processes().size();
    }

    /** Returns the number of the process that a rank runs in. */
    public int processOf(int rank) {
        return map.processOf(rank);
    }

    public int firstRank(int process) {
        return map.get(process).firstRank();
    }

    /** Returns how many ranks a process has. */
    public int ranksOf(int process) {
        return map.get(process).ranks();
    }

    /** Returns how many ranks the largest process has. */
    int ranksPerProcess() {
        return map.processes().stream().mapToInt(ProcessMap.Placed::ranks).max().orElseThrow();
    }

    /** Returns the host of a process. */
    public Host hostOf(int process) {
        return hosts.get(map.get(process).host());
    }

    /** Returns the numbers of the processes on a host. */
    public List<Integer> processesOn(int host) {
        return map.on(host);
    }

    /** Returns how large the part of a host is. */
    public HostLimits.Size size(int host) {
        List<Integer> own = processesOn(host);
        boolean java = own.stream().allMatch(process -> app(process).java());
        return new HostLimits.Size(map.ranksOn(host), own.size(), ranksAreThreads, java);
    }

    /** Returns the index of jmpirun's own host; -1 if it has no rank. */
    public int here() {
        for (ProcessMap.Placed placed : map.processes())
            if (hosts.get(placed.host()).here()) return placed.host();
        return -1;
    }

    /** Returns what a process runs. */
    public App app(int process) {
        return apps.get(map.get(process).app());
    }

    /** Returns whether all ranks share one JVM, whose streams are jmpirun's. */
    public boolean oneJvm() {
        return ranksAreThreads && processes() == 1 && hostOf(0).here();
    }

    /** Returns the option with which a JVM waits for a debugger; none if it does not. */
    Optional<String> debugOption(int process) {
        return debug == null ? Optional.empty() : debug.option(this, process);
    }

    public String processName(int process) {
        if (!ranksAreThreads) return "rank " + process;
        return "the JVM of " + ranksName(process);
    }

    /** Returns a process's name, and its host if there are several. */
    public String processPlace(int process) {
        return processName(process) + place(process);
    }

    /** Returns such as {@code  on hostb} if there are several hosts, or else nothing. */
    public String place(int process) {
        return hosts.size() == 1 ? "" : " on " + hostOf(process);
    }

    /** Returns the number of hosts that have ranks. */
    public int hostsUsed() {
        return (int)
                map.processes().stream().map(ProcessMap.Placed::host).distinct().count();
    }

    /** Returns such as {@code ranks 2 to 3}. */
    public String ranksName(int process) {
        int first = firstRank(process);
        int count = ranksOf(process);
        return count == 1 ? "rank " + first : "ranks " + first + " to " + (first + count - 1);
    }

    /**
     * Returns the settings of the ranks.
     *
     * @throws IllegalArgumentException if one has a value that is not allowed
     */
    public JmpiConfig config() {
        Properties properties = new Properties();
        properties.putAll(settings());
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putAll(apps.get(0).variables());
        return JmpiConfig.load(properties, environment);
    }

    /** Returns whether the other ranks go on when a rank fails. */
    public boolean continues() {
        return only("jmpi.continue").continues();
    }

    /** Returns whether the ranks look for mistakes of the program. */
    public boolean checks() {
        return only("jmpi.check").check();
    }

    /** Returns the settings of the ranks, all but one of which have their defaults. */
    private JmpiConfig only(String setting) {
        Map<String, String> settings = settings();
        settings.keySet().retainAll(Set.of(setting));
        Properties properties = new Properties();
        properties.putAll(settings);
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putAll(apps.get(0).variables());
        environment.keySet().retainAll(Set.of(setting.toUpperCase(Locale.ROOT).replace('.', '_')));
        try {
            return JmpiConfig.load(properties, environment);
        } catch (IllegalArgumentException e) {
            throw new BadInputException(e.getMessage(), e);
        }
    }

    /** Returns where the processes record themselves; null if they do not, or not by an option of jmpirun. */
    public RecordingFolder recordings() {
        return RecordingFolder.of(apps.get(0).variables());
    }

    /** Returns those settings of the ranks that are properties of their JVM. */
    public Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        for (String word : apps.get(0).command()) {
            int equals = word.indexOf('=');
            if (word.startsWith(SETTING) && equals > 0)
                settings.put(word.substring("-D".length(), equals), word.substring(equals + 1));
        }
        return settings;
    }
}
