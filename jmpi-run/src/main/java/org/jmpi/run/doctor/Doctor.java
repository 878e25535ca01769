package org.jmpi.run.doctor;

import java.io.PrintStream;
import java.util.List;
import org.jmpi.run.cli.OptionTable;
import org.jmpi.run.cli.Options;
import org.jmpi.run.hosts.Host;
import org.jmpi.run.program.Installation;
import org.jmpi.run.system.BadInputException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Looks for what would keep jobs from running well on this host, and on others if they are named. Each check adds lines
 * to the findings, and says the remedy.
 */
public final class Doctor {
    /** The options of jmpirun that the checks depend on. */
    private static final List<String> OPTIONS = List.of(
            "-H",
            "--hostfile",
            "--iface",
            "--java",
            "--launcher",
            "--ports",
            "--rsh-agent",
            "-np",
            "--preload",
            "--nat",
            "--tls");

    private Doctor() {}

    public static CommandSpec addOptions(CommandSpec spec) {
        new OptionTable()
                .options()
                .filter(option -> OPTIONS.contains(option.names()[0]))
                .forEach(option -> spec.addOption(
                        OptionSpec.builder(option).description("as for a job").build()));
        return spec;
    }

    /**
     * Prints what it has found.
     *
     * @param out takes the lines
     * @param args options of jmpirun, which the command's own model has accepted
     * @return the exit code: 1 if something makes jobs fail
     * @throws BadInputException if an option has a value that makes no sense
     */
    public static int run(PrintStream out, String... args) {
        Options options = new Options();
        options.parse(args);
        DoctorFindings findings = new DoctorFindings();
        JavaCheck.run(findings);
        HostCheck.run(findings, ranksHere(options));
        SettingsCheck.run(findings, System.getenv(), options.network);
        NetworkCheck.run(findings, options.network.get("JMPI_IFACE"));
        new RemoteHostsCheck(findings, options, Installation.find()).run();
        findings.lines().forEach(out::println);
        int bad = findings.badCount();
        out.println(
                bad == 0
                        ? "jobs should run"
                        : "jobs would fail: see " + bad + (bad == 1 ? " line" : " lines") + " with 'bad'");
        return bad == 0 ? 0 : 1;
    }

    /** Returns how many ranks a job of all slots has on this host. */
    private static int ranksHere(Options options) {
        Integer asked = options.apps.get(0).ranks;
        if (options.hosts.size() == 1)
            return asked == null ? options.mapPolicy.defaultRanks(options.hosts) : Math.max(1, asked);
        return options.hosts.hosts().stream()
                .filter(Host::here)
                .mapToInt(Host::slots)
                .sum();
    }
}
