package org.jmpi.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command line of jmpirun, read. */
final class Options {
    String transport;
    Integer threadsPerProcess;
    String objectCodec;
    String binding;
    String oversubscribeLimit;
    HostList hosts;
    MapPolicy mapPolicy;
    List<String> serialAllow;
    boolean tag;
    String outputFolder;
    String input;
    Double timeoutSeconds;
    boolean check;
    Integer port;
    boolean verbose;
    boolean train;

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
        AppOptions first = new AppOptions();
        ParseResult given = first.parse(args);
        if (given.isUsageHelpRequested()) System.out.print(first.help());
        else if (given.isVersionHelpRequested()) System.out.println(Version.text());
        if (given.isUsageHelpRequested() || given.isVersionHelpRequested()) return true;
        List<String> next = first.take(given);
        take(given);
        notes.addAll(ForeignOptions.check(given));
        apps.add(first);
        while (next != null) next = takeFurther(next);
        List<String> forAll = variables(given);
        for (AppOptions app : apps) app.variables.addAll(0, forAll);
        return false;
    }

    private List<String> takeFurther(List<String> words) {
        AppOptions app = new AppOptions();
        List<String> next = app.takeFurther(app.parse(words.toArray(new String[0])));
        if (app.isEmpty()) throw new BadInputException("':' and no program behind it");
        apps.add(app);
        return next;
    }

    /** Returns the lines about options that have no effect. */
    List<String> notes() {
        return notes;
    }

    private void take(ParseResult given) {
        transport = given.matchedOptionValue("--transport", device(given));
        threadsPerProcess = given.matchedOptionValue("--threads-per-process", null);
        objectCodec = given.matchedOptionValue("--object-codec", null);
        binding = given.matchedOptionValue("--bind-to", oldBinding(given));
        oversubscribeLimit = given.matchedOptionValue("--oversubscribe-limit", null);
        hosts = hosts(given);
        mapPolicy = mapPolicy(given);
        serialAllow = List.of(given.matchedOptionValue("--serial-allow", new String[0]));
        tag = given.hasMatchedOption("--tag-output");
        outputFolder = given.matchedOptionValue("--output-dir", null);
        input = given.matchedOptionValue("--stdin", "0");
        timeoutSeconds = given.matchedOptionValue("--timeout", null);
        check = given.hasMatchedOption("--check");
        port = given.matchedOptionValue("--port", null);
        verbose = given.hasMatchedOption("-v");
        train = given.hasMatchedOption("--train");
    }

    private HostList hosts(ParseResult given) {
        String file = given.matchedOptionValue("--hostfile", null);
        String list = given.matchedOptionValue("--host", null);
        if (file == null && list == null) return HostList.here();
        HostList ofList = list == null ? null : HostList.parse("--host", list);
        HostList hosts = file == null ? ofList : HostList.read("--hostfile", file);
        if (file != null && list != null) hosts = hosts.only("--host", ofList);
        notes.addAll(hosts.notes());
        return hosts;
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
