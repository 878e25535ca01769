package org.jmpi.run.planner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.run.cli.AppOptions;
import org.jmpi.run.cli.Options;
import org.jmpi.run.hosts.Host;
import org.jmpi.run.hosts.HostLimits;
import org.jmpi.run.hosts.HostList;
import org.jmpi.run.hosts.Launching;
import org.jmpi.run.hosts.ProcessMap;
import org.jmpi.run.jvm.CpuBinding;
import org.jmpi.run.local.RecordingFolder;
import org.jmpi.run.output.InputRanks;
import org.jmpi.run.plan.App;
import org.jmpi.run.plan.JobPlan;
import org.jmpi.run.plan.MapReport;
import org.jmpi.run.program.Installation;
import org.jmpi.run.program.TransportCapabilities;
import org.jmpi.run.system.BadInputException;

/** Makes the plan of a job from the command line. */
public final class JobPlanner {
    private static final double SECOND = 1e9;
    private static final int MOST_RANKS = 1_000_000;

    /** The value of --oversubscribe-limit with which nothing is checked. */
    private static final String NO_LIMIT = "none";

    private final Options options;
    private final Installation installation;
    private final HostList hosts;
    private final List<Integer> ranks = new ArrayList<>();
    private final TransportCapabilities capabilities;
    private final int threads;
    private final boolean oneJvm;
    private final ProcessMap map;

    private JobPlanner(Options options, Installation installation) {
        this.options = options;
        this.installation = installation;
        hosts = options.hosts;
        for (AppOptions app : options.apps) ranks.add(ranks(app));
        checkNumbers();
        if (options.binding != null) CpuBinding.check(options.binding);
        capabilities =
                installation.transport(options.transport == null ? Installation.DEFAULT_TRANSPORT : options.transport);
        oneJvm = capabilities.name().equals(Installation.THREADS);
        threads = threads();
        map = options.mapPolicy.map(hosts, oneJvm ? List.of(size()) : ranks, threads);
    }

    /** @throws BadInputException if the job cannot be started as asked */
    public static JobPlan plan(Options options, Installation installation) {
        return new JobPlanner(options, installation).plan();
    }

    private JobPlan plan() {
        boolean ranksAreThreads = oneJvm || threads > 1;
        if (oneJvm && map.processes().size() > 1)
            throw new BadInputException("--transport " + Installation.THREADS
                    + ": all ranks share one JVM, on one host: use --threads-per-process");
        InputRanks input = InputRanks.parse(options.input, size());
        Path folder = outputFolder();
        AppPlanner planner = new AppPlanner(options, installation, capabilities, map, ranksAreThreads, input, folder);
        List<App> apps = apps(planner);
        JobPlan plan = new JobPlan(
                hosts,
                apps,
                map,
                ranksAreThreads,
                capabilities.name(),
                capabilities.threads(1),
                options.binding,
                jvmsPerCore(),
                input,
                options.tag && !ranksAreThreads,
                ranksAreThreads ? null : folder,
                options.timeoutSeconds == null ? 0 : (long) (options.timeoutSeconds * SECOND),
                options.port == null ? 0 : options.port,
                planner.compiles() ? options.launching.withPreload() : options.launching,
                options.debug,
                options.verbose);
        check(plan);
        if (options.record != null)
            RecordingFolder.make(options.report == null ? "--record" : "--report", options.record)
                    .describe(description(plan, options.arguments));
        if (options.outputFolder != null) make("--output-dir", folder);
        planner.warnings().forEach(warning -> System.err.println("jmpirun: warning: " + warning));
        printMap(plan);
        return plan;
    }

    private Path outputFolder() {
        return options.outputFolder == null
                ? null
                : Path.of(options.outputFolder).toAbsolutePath().normalize();
    }

    private void check(JobPlan plan) {
        if (plan.debug() != null) plan.debug().check(plan);
        if (plan.continues() && plan.oneJvm())
            throw new BadInputException("--continue: ranks that share one JVM end together: use processes, such as by"
                    + " --transport shm");
        if (Launching.LOCAL.equals(options.launching.launcher())) checkLocal(plan);
        if (!capabilities.leavesHost() && plan.hostsUsed() > 1)
            throw new BadInputException("--transport " + capabilities.name()
                    + ": it reaches no other host, and the ranks are on " + plan.hostsUsed()
                    + " hosts: use auto, which takes " + capabilities.name() + " within a host");
        if (plan.here() >= 0) checkLimits(plan);
    }

    private void printMap(JobPlan plan) {
        String note = options.mapPolicy.note(hosts, map);
        if (!note.isEmpty()) System.err.println("jmpirun: " + note);
        if (options.reportMap) new MapReport(plan).lines().forEach(line -> System.err.println("jmpirun: " + line));
    }

    private List<App> apps(AppPlanner planner) {
        if (oneJvm) return List.of(planner.planTogether(options.apps, ranks));
        List<App> apps = new ArrayList<>();
        for (int app = 0; app < ranks.size(); app++) apps.add(planner.plan(options.apps.get(app), ranks.get(app)));
        return apps;
    }

    private int size() {
        return ranks.stream().mapToInt(Integer::intValue).sum();
    }

    private int ranks(AppOptions app) {
        if (app.ranks == null && options.apps.size() > 1)
            throw new BadInputException("no -np for " + String.join(" ", app.words)
                    + ": if there are several programs, each needs its number of ranks");
        int number = app.ranks == null ? options.mapPolicy.defaultRanks(hosts) : app.ranks;
        if (number < 1) throw new BadInputException("-np " + number + ": at least 1 rank is needed");
        if (number > MOST_RANKS)
            throw new BadInputException("-np " + number + ": a program has at most " + MOST_RANKS + " ranks");
        return number;
    }

    private int threads() {
        Integer asked = options.threadsPerProcess;
        if (asked == null) return oneJvm ? size() : 1;
        if (asked < 1)
            throw new BadInputException("--threads-per-process " + asked + ": at least 1 rank is in a process");
        if (oneJvm && asked < size())
            throw new BadInputException("--threads-per-process " + asked + ": with --transport " + Installation.THREADS
                    + " all " + size() + " ranks share one JVM");
        return Math.min(asked, size());
    }

    private void checkNumbers() {
        if (options.port != null && (options.port < 1 || options.port > 65_535))
            throw new BadInputException("--port " + options.port + ": not a port from 1 to 65535");
        Double seconds = options.timeoutSeconds;
        if (seconds != null && !(seconds > 0 && seconds < 1e9))
            throw new BadInputException("--timeout " + seconds + ": not a number of seconds above 0");
    }

    private int jvmsPerCore() {
        String limit = options.oversubscribeLimit;
        if (NO_LIMIT.equals(limit)) return HostLimits.NO_LIMIT;
        if (limit != null && !limit.matches("[1-9]\\d{0,5}"))
            throw new BadInputException("--oversubscribe-limit " + limit + ": neither a number from 1 on nor 'none'");
        return limit == null ? HostLimits.JVMS_PER_CORE : Integer.parseInt(limit);
    }

    private static void checkLocal(JobPlan plan) {
        for (int process = 0; process < plan.processes(); process++)
            if (!plan.hostOf(process).here())
                throw new BadInputException("--launcher " + Launching.LOCAL + ": " + plan.hostOf(process)
                        + " is another host: use ssh or srun");
    }

    private static void checkLimits(JobPlan plan) {
        int here = plan.here();
        String name = plan.hostsUsed() == 1
                ? "-np " + plan.ranks()
                : plan.hosts().get(here).name();
        HostLimits.refusalHere(plan.size(here), plan.jvmsPerCore()).ifPresent(why -> {
            throw new BadInputException(name + ": " + why);
        });
    }

    private static void make(String option, Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw BadInputException.ofFile(option + " " + folder + ": cannot make the folder", e);
        }
    }

    /** Returns what a recording says of the job. */
    private static Properties description(JobPlan plan, List<String> arguments) {
        Properties properties = new Properties();
        properties.setProperty("ranks", Integer.toString(plan.ranks()));
        properties.setProperty("processes", Integer.toString(plan.processes()));
        properties.setProperty("transport", plan.transport());
        properties.setProperty("program", plan.apps().stream().map(App::name).collect(Collectors.joining(" : ")));
        properties.setProperty("arguments", String.join(" ", arguments));
        properties.setProperty(
                "hosts",
                IntStream.range(0, plan.processes())
                        .mapToObj(plan::hostOf)
                        .map(Host::name)
                        .distinct()
                        .collect(Collectors.joining(",")));
        return properties;
    }
}
