package org.jmpi.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jmpi.comm.config.JmpiConfig;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command line of jmpirun, read. */
final class Options {
    private static final Allocation ALLOCATION = new Allocation(System.getenv());
    private static final SiteVariables SITE = new SiteVariables(System.getenv());
    private static final Pattern IFACE = Pattern.compile("[^\\s,]+(,[^\\s,]+)*");

    String transport;
    Integer threadsPerProcess;
    String objectCodec;
    String binding;
    String oversubscribeLimit;
    HostList hosts;
    MapPolicy mapPolicy;
    Launching launching;
    boolean reportMap;
    List<String> serialAllow;
    boolean mpjArgs;
    boolean tag;
    String outputFolder;
    String input;
    Double timeoutSeconds;
    boolean continues;
    boolean check;

    /** The folder of the recordings; null if nothing is recorded. */
    String record;

    /** The folder of the recordings of which a report is made; null if none is. */
    String report;

    DebugServer debug;
    Integer port;
    boolean verbose;
    boolean train;

    /** Null if the job is not watched. */
    WatchMode watch;

    /** The settings of the network, as variables. */
    final Map<String, String> network = new HashMap<>();

    /** The words of the command line. */
    List<String> arguments;

    /** The programs, in the order of their ranks. */
    final List<AppOptions> apps = new ArrayList<>();

    private final List<String> notes = new ArrayList<>();

    /**
     * Reads the command line.
     *
     * @return whether that is all, because it asked for help or the version, which have been printed
     * @throws ParameterException if an option's value is missing or malformed, or one is given twice
     * @throws BadInputException if there is an option that is neither jmpirun's nor the JVM's, or one that asks for
     *     what jmpirun cannot do
     */
    boolean parse(String... args) {
        arguments = List.of(args);
        AppOptions first = new AppOptions();
        ParseResult given = first.parse(args);
        if (given.isUsageHelpRequested()) System.out.print(first.help());
        else if (given.isVersionHelpRequested()) System.out.println(Version.text());
        if (given.isUsageHelpRequested() || given.isVersionHelpRequested()) return true;
        List<String> next = first.take(given);
        take(given);
        notes.addAll(ForeignOptions.check(given));
        takeApps(first, next, given.matchedOptionValue("--app", null));
        List<String> forAll = variables(given);
        for (AppOptions app : apps) app.variables.addAll(0, forAll);
        return false;
    }

    private void takeApps(AppOptions first, List<String> next, String file) {
        if (file == null) {
            apps.add(first);
            if (next != null) apps.addAll(AppOptions.parseFurther(next));
            return;
        }
        if (!first.isEmpty() || first.ranks != null || next != null)
            throw new BadInputException(
                    "--app " + file + ": the file names the programs and their numbers of ranks: leave"
                            + " those of the command line out");
        apps.addAll(AppFile.read(file));
        for (AppOptions app : apps) app.takeDefaults(first);
    }

    /** Returns whether there is a program to run. */
    boolean hasProgram() {
        return apps.size() > 1 || !apps.get(0).isEmpty();
    }

    /** Returns the lines about options that have no effect. */
    List<String> notes() {
        return notes;
    }

    private void take(ParseResult given) {
        objectCodec = given.matchedOptionValue("--object-codec", null);
        binding = given.matchedOptionValue("--bind-to", oldBinding(given));
        oversubscribeLimit = given.matchedOptionValue("--oversubscribe-limit", null);
        MpiParameters parameters = new MpiParameters(given.matchedOptionValue("--mca", new String[0]));
        hosts = hosts(given, parameters);
        mapPolicy = mapPolicy(given);
        launching = launching(given, parameters);
        boolean hybrid = "hybdev".equals(given.matchedOptionValue("-dev", null)) && hosts.size() > 1;
        transport = given.matchedOptionValue("--transport", hybrid ? Installation.AUTO : device(given));
        threadsPerProcess = given.matchedOptionValue("--threads-per-process", hybrid ? Integer.MAX_VALUE : null);
        takeNetwork(given, parameters);
        notes.addAll(parameters.notes());
        reportMap = given.hasMatchedOption("--report-map");
        serialAllow = List.of(given.matchedOptionValue("--serial-allow", new String[0]));
        mpjArgs = given.hasMatchedOption("--mpj-args");
        tag = given.hasMatchedOption("--tag-output");
        outputFolder = given.matchedOptionValue("--output-dir", null);
        input = given.matchedOptionValue("--stdin", "0");
        timeoutSeconds = given.matchedOptionValue("--timeout", null);
        continues = given.hasMatchedOption("--continue");
        check = given.hasMatchedOption("--check");
        report = given.matchedOptionValue("--report", null);
        record = given.matchedOptionValue("--record", report);
        if (report != null && !report.equals(record))
            throw new BadInputException("--report " + report + " and --record " + record
                    + ": a report is made from the recordings in its folder: name one folder");
        String waiting = given.matchedOptionValue("--debug", null);
        debug = waiting == null ? null : DebugServer.parse(waiting);
        port = given.matchedOptionValue("--port", null);
        verbose = given.hasMatchedOption("-v");
        train = given.hasMatchedOption("--train");
        watch = WatchMode.of(given);
    }

    private HostList hosts(ParseResult given, MpiParameters parameters) {
        HostList hosts = named(given, parameters);
        notes.addAll(hosts.notes());
        return given.hasMatchedOption("--nolocal") ? hosts.others("--nolocal") : hosts;
    }

    private static HostList named(ParseResult given, MpiParameters parameters) {
        String file = given.matchedOptionValue("--hostfile", parameters.value(MpiParameters.HOST_FILE));
        SiteVariables.Setting ofSite = SITE.hostFile().orElse(null);
        HostList ofFile = null;
        if (file != null) ofFile = HostList.read("--hostfile", file);
        else if (ofSite != null) ofFile = HostList.read(ofSite.name(), ofSite.value());
        String list = given.matchedOptionValue("--host", null);
        if (list == null && ofFile == null && usesSlurm(given)) return ALLOCATION.hosts();
        if (list == null) return ofFile == null ? HostList.here() : ofFile;
        HostList ofList = HostList.parse("--host", list);
        return ofFile == null ? ofList : ofFile.only("--host", ofList);
    }

    private static boolean usesSlurm(ParseResult given) {
        String launcher = given.matchedOptionValue("--launcher", Launching.SRUN);
        return Launching.launcher(launcher).equals(Launching.SRUN) && ALLOCATION.isThere();
    }

    private Launching launching(ParseResult given, MpiParameters parameters) {
        String launcher = given.matchedOptionValue("--launcher", null);
        String agent = given.matchedOptionValue("--rsh-agent", parameters.value(MpiParameters.RSH_AGENT));
        boolean needed = agent != null || hosts.hosts().stream().anyMatch(host -> !host.here());
        List<String> words = needed
                ? SITE.rshAgent(agent, parameters.value(MpiParameters.RSH_ARGUMENTS))
                : Launching.DEFAULT.rshAgent();
        String usual = usesSlurm(given) && ALLOCATION.hasAll(hosts) ? Launching.SRUN : null;
        return new Launching(
                launcher == null ? usual : Launching.launcher(launcher),
                words,
                given.hasMatchedOption("--preload"),
                given.matchedOptionValue("--java", null));
    }

    private void takeNetwork(ParseResult given, MpiParameters parameters) {
        String iface = given.matchedOptionValue("--iface", parameters.value(MpiParameters.IFACE));
        if (iface != null) network.put("JMPI_IFACE", checked("--iface", iface, "NAME or CIDR, ...", IFACE));
        String ports = given.matchedOptionValue("--ports", null);
        if (ports != null) network.put("JMPI_PORTS", ports(ports));
        if (given.hasMatchedOption("--nat")) network.put("JMPI_NAT", "1");
        if (given.hasMatchedOption("--tls")) network.put("JMPI_TLS", "on");
    }

    private static String ports(String text) {
        Properties properties = new Properties();
        properties.setProperty("jmpi.ports", text);
        try {
            JmpiConfig.load(properties, Map.of());
            return text;
        } catch (IllegalArgumentException e) {
            throw new BadInputException("--ports " + text + ": " + e.getMessage(), e);
        }
    }

    private static String checked(String option, String value, String form, Pattern pattern) {
        if (pattern.matcher(value).matches()) return value;
        throw new BadInputException(option + " " + value + ": not of the form " + form);
    }

    private static MapPolicy mapPolicy(ParseResult given) {
        String by = given.matchedOptionValue("--map-by", given.hasMatchedOption("--bynode") ? "node" : "slot");
        MapPolicy policy = MapPolicy.parse(by);
        Integer perHost = given.matchedOptionValue("-ppn", given.hasMatchedOption("-pernode") ? 1 : null);
        if (perHost != null && perHost < 1)
            throw new BadInputException("-ppn " + perHost + ": at least 1 rank runs on a host");
        if (perHost != null) policy = policy.perHost(perHost);
        if (given.hasMatchedOption("--oversubscribe")) policy = policy.with(MapPolicy.Oversubscription.ALLOWED);
        if (given.hasMatchedOption("--nooversubscribe")) policy = policy.with(MapPolicy.Oversubscription.REFUSED);
        return policy;
    }

    /** Returns the transport that MPJ Express's name for it stands for; null if that is not given. */
    private static String device(ParseResult given) {
        String device = given.matchedOptionValue("-dev", null);
        if (device == null) return null;
        return switch (device) {
            case "multicore", "smpdev", "hybdev" -> Installation.THREADS;
            case "niodev" -> "socket";
            case "native" -> Installation.AUTO;
            default ->
                throw new BadInputException("-dev " + device + ": jmpirun has --transport instead; it takes"
                        + " multicore, hybdev (--transport threads), niodev (socket) and native (auto)");
        };
    }

    private static String oldBinding(ParseResult given) {
        if (given.hasMatchedOption("-bind-to-core")) return "core";
        return given.hasMatchedOption("-bind-to-none") ? "none" : null;
    }

    /** Returns the settings of variables that MPICH's options for all programs make. */
    private static List<String> variables(ParseResult given) {
        List<String> settings = new ArrayList<>();
        AppOptions.addPairs(given.matchedOptionValue("-genv", new String[0]), settings);
        for (String list : given.matchedOptionValue("-genvlist", new String[0]))
            Collections.addAll(settings, list.split(","));
        return settings;
    }
}
