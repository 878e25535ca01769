package org.jmpi.run.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.run.hosts.Allocation;
import org.jmpi.run.hosts.HostList;
import org.jmpi.run.hosts.Launching;
import org.jmpi.run.hosts.MapPolicy;
import org.jmpi.run.hosts.SiteVariables;
import org.jmpi.run.lifecycle.WatchMode;
import org.jmpi.run.plan.DebugServer;
import org.jmpi.run.plan.JobPlan;
import org.jmpi.run.program.Installation;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.Version;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command line of jmpirun, read. */
public final class Options {
    private static final Allocation ALLOCATION = new Allocation(System.getenv());
    private static final SiteVariables SITE = new SiteVariables(System.getenv());
    private static final Pattern IFACE = Pattern.compile("[^\\s,]+(,[^\\s,]+)*");

    public String transport;
    public Integer threadsPerProcess;
    public String objectCodec;
    public String binding;
    public String oversubscribeLimit;
    String hostNames;
    String hostFile;
    boolean onlyOthers;
    public HostList hosts;
    String mapBy;
    Integer perHost;
    MapPolicy.Oversubscription oversubscription;
    public MapPolicy mapPolicy;
    String launcher;
    String rshAgent;
    String rshArguments;
    boolean preload;
    String java;
    public Launching launching;
    String iface;
    String ports;
    public boolean reportMap;
    public List<String> serialAllow;
    public boolean mpjArgs;
    public boolean tag;
    public String outputFolder;
    public String input;
    public Double timeoutSeconds;
    public boolean continues;
    public boolean check;

    /** The folder of the recordings; null if nothing is recorded. */
    public String record;

    /** The folder of the recordings of which a report is made; null if none is. */
    public String report;

    String debugged;
    public DebugServer debug;
    public Integer port;
    public boolean verbose;
    public boolean train;

    /** Null if the job is not watched. */
    public WatchMode watch;

    /** The file of the programs; null if the command line names them. */
    String appFile;

    /** The transport as MPJ Express names it. */
    String device;

    /** The settings of variables for all programs. */
    final List<String> variables = new ArrayList<>();

    /** The settings of the network, as variables. */
    public final Map<String, String> network = new HashMap<>();

    /** The words of the command line. */
    public List<String> arguments;

    /** The programs, in the order of their ranks. */
    public final List<AppOptions> apps = new ArrayList<>();

    private final List<String> notes = new ArrayList<>();

    /**
     * Reads the command line.
     *
     * @return whether that is all, because it asked for help or the version, which have been printed
     * @throws ParameterException if an option's value is missing or malformed, or one is given twice
     * @throws BadInputException if there is an option that is neither jmpirun's nor the JVM's, or one that asks for
     *     what jmpirun cannot do
     */
    public boolean parse(String... args) {
        arguments = List.of(args);
        ParseResult given = AppOptions.parse(args);
        if (given.isUsageHelpRequested()) System.out.print(new OptionTable().help());
        else if (given.isVersionHelpRequested()) System.out.println(Version.text());
        if (given.isUsageHelpRequested() || given.isVersionHelpRequested()) return true;
        OptionRows rows = OptionRows.of(given, false);
        AppOptions first = new AppOptions();
        List<String> next = first.take(given, rows, this);
        prepare();
        notes.addAll(rows.notes());
        takeApps(first, next, appFile);
        for (AppOptions app : apps) app.variables.addAll(0, variables);
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

    /**
     * Takes what the job has from which processes are spawned, as far as the own command line does not say it.
     *
     * @param parent the options of that job
     * @param running the jobs of this launcher that run: the new one gets the slots that they leave free first
     */
    public void inherit(Options parent, List<JobPlan> running) {
        if (hostNames == null && hostFile == null) {
            hosts = parent.hosts;
            mapPolicy = parent.mapPolicy;
        } else {
            hosts = hosts.known(parent.hosts);
            mapPolicy = mapPolicy.with(parent.mapPolicy.oversubscription());
        }
        for (JobPlan plan : running) hosts = hosts.beside(plan.hosts(), plan.map());
        launcher = parent.launcher;
        rshAgent = parent.rshAgent;
        rshArguments = parent.rshArguments;
        preload = parent.preload;
        java = parent.java;
        launching = launching();
        if (transport == null && !Installation.THREADS.equals(parent.transport)) transport = parent.transport;
        objectCodec = parent.objectCodec;
        oversubscribeLimit = parent.oversubscribeLimit;
        serialAllow = parent.serialAllow;
        continues = parent.continues;
        check = parent.check;
        verbose = parent.verbose;
        network.putAll(parent.network);
        for (AppOptions app : apps) {
            app.variables.addAll(0, parent.apps.get(0).variables);
            if (app.directory == null) app.directory = parent.apps.get(0).directory;
        }
    }

    /** Returns whether there is a program to run. */
    public boolean hasProgram() {
        return apps.size() > 1 || !apps.get(0).isEmpty();
    }

    /** Returns the lines about options that have no effect. */
    public List<String> notes() {
        return notes;
    }

    /** Makes of the values what depends on several of them. */
    private void prepare() {
        hosts = named();
        notes.addAll(hosts.notes());
        if (onlyOthers) hosts = hosts.others("--nolocal");
        mapPolicy = mapPolicy();
        launching = launching();
        boolean hybrid = MpjExpress.isHybrid(device) && hosts.size() > 1;
        if (transport == null) transport = hybrid ? Installation.AUTO : MpjExpress.transport(device);
        if (threadsPerProcess == null && hybrid) threadsPerProcess = Integer.MAX_VALUE;
        if (iface != null) network.put("JMPI_IFACE", checkedInterfaces());
        if (ports != null) network.put("JMPI_PORTS", checkedPorts());
        if (input == null) input = "0";
        if (record == null) record = report;
        if (report != null && !report.equals(record))
            throw new BadInputException("--report " + report + " and --record " + record
                    + ": a report is made from the recordings in its folder: name one folder");
        if (debugged != null) debug = DebugServer.parse(debugged);
        if (watch == WatchMode.WEB) WatchMode.checkWeb(ModuleLayer.boot());
    }

    private HostList named() {
        SiteVariables.Setting ofSite = SITE.hostFile().orElse(null);
        HostList ofFile = null;
        if (hostFile != null) ofFile = HostList.read("--hostfile", hostFile);
        else if (ofSite != null) ofFile = HostList.read(ofSite.name(), ofSite.value());
        if (hostNames == null && ofFile == null && usesSlurm()) return ALLOCATION.hosts();
        if (hostNames == null) return ofFile == null ? HostList.here() : ofFile;
        HostList ofList = HostList.parse("--host", hostNames);
        return ofFile == null ? ofList : ofFile.only("--host", ofList);
    }

    private boolean usesSlurm() {
        return (launcher == null || Launching.launcher(launcher).equals(Launching.SRUN)) && ALLOCATION.isThere();
    }

    private Launching launching() {
        boolean needed = rshAgent != null || hosts.hosts().stream().anyMatch(host -> !host.here());
        List<String> words = needed ? SITE.rshAgent(rshAgent, rshArguments) : Launching.DEFAULT.rshAgent();
        String defaultLauncher = usesSlurm() && ALLOCATION.hasAll(hosts) ? Launching.SRUN : null;
        return new Launching(launcher == null ? defaultLauncher : Launching.launcher(launcher), words, preload, java);
    }

    private String checkedInterfaces() {
        if (IFACE.matcher(iface).matches()) return iface;
        throw new BadInputException("--iface " + iface + ": not of the form NAME or CIDR, ...");
    }

    private String checkedPorts() {
        Properties properties = new Properties();
        properties.setProperty("jmpi.ports", ports);
        try {
            JmpiConfig.load(properties, Map.of());
            return ports;
        } catch (IllegalArgumentException e) {
            throw new BadInputException("--ports " + ports + ": " + e.getMessage(), e);
        }
    }

    private MapPolicy mapPolicy() {
        MapPolicy policy = MapPolicy.parse(mapBy == null ? "slot" : mapBy);
        if (perHost != null && perHost < 1)
            throw new BadInputException("-ppn " + perHost + ": at least 1 rank runs on a host");
        if (perHost != null) policy = policy.perHost(perHost);
        return oversubscription == null ? policy : policy.with(oversubscription);
    }
}
