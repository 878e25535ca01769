package org.jmpi.run.doctor;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.run.cli.Suggestion;
import org.jmpi.run.hosts.Allocation;
import org.jmpi.run.hosts.Launching;
import org.jmpi.run.program.Nesting;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.CommandPath;
import org.jmpi.run.system.Terminal;

/** Checks the variables that jobs of this user would see. */
final class SettingsCheck {
    private static final String SETTINGS = "settings";
    private static final String MANAGER = "manager";
    private static final String PREFIX = "JMPI_";
    private static final long SECOND = 1_000_000_000L;

    /** The variables of JMPI that are no settings. */
    private static final Set<String> OTHERS = Set.of(
            "JMPI_CACHE", "JMPI_TLS_PASSWORD", Terminal.VARIABLE, "JMPI_MPJ_DEVICE", "JMPI_JAVA_OPTION", Nesting.LIMIT);

    /** By these a program knows that a process manager has started it. */
    private static final List<String> MANAGERS =
            List.of("PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "SLURM_PROCID");

    private SettingsCheck() {}

    /** @param network settings that options make */
    static void run(DoctorFindings findings, Map<String, String> environment, Map<String, String> network) {
        Map<String, String> variables = new HashMap<>(environment);
        variables.putAll(network);
        checkSettings(findings, variables);
        checkManager(findings, environment);
    }

    private static void checkSettings(DoctorFindings findings, Map<String, String> variables) {
        Names names = new Names();
        JmpiConfig config;
        try {
            JmpiConfig.load(names, Map.of());
            config = JmpiConfig.load(new Properties(), variables);
        } catch (IllegalArgumentException e) {
            findings.bad(SETTINGS, e.getMessage() + ": correct it, or unset its variable " + PREFIX + "...");
            return;
        }
        findings.ok(
                SETTINGS,
                "time limits: " + config.connectNanos() / SECOND + " s to find the other ranks, "
                        + config.failureNanos() / SECOND + " s to notice the failure of a host, "
                        + config.lingerNanos() / SECOND
                        + " s for the network at the end");
        if (config.failureNanos() == 0)
            findings.note(SETTINGS, "jmpi.failure.timeout is 0: ranks never notice that a host has failed");
        if (variables.containsKey(LaunchEnvironment.RANK))
            findings.bad(
                    SETTINGS,
                    LaunchEnvironment.RANK + "=" + variables.get(LaunchEnvironment.RANK)
                            + ": a program that is started here takes itself for this rank of another job; unset"
                            + " the variables JMPI_RANK, JMPI_SIZE, JMPI_SECRET and JMPI_LAUNCHER");
        checkNames(findings, variables, names);
    }

    private static void checkNames(DoctorFindings findings, Map<String, String> variables, Names names) {
        boolean inJob = variables.containsKey(LaunchEnvironment.RANK);
        TreeSet<String> sorted = new TreeSet<>(variables.keySet());
        String unknown = sorted.stream()
                .filter(name -> name.startsWith(PREFIX) && !name.startsWith("JMPI_COLL_"))
                .filter(name -> !OTHERS.contains(name) && !names.variables.contains(name))
                .filter(name -> !inJob || !isOfLauncher(name))
                .map(name -> name + Suggestion.text(name, names.variables))
                .collect(Collectors.joining("; "));
        if (!unknown.isEmpty()) findings.note(SETTINGS, "no setting of JMPI, and so without effect: " + unknown);
    }

    private static boolean isOfLauncher(String name) {
        return Set.of(
                        LaunchEnvironment.RANK,
                        LaunchEnvironment.THREADS,
                        LaunchEnvironment.SIZE,
                        LaunchEnvironment.HOSTS,
                        LaunchEnvironment.JOB,
                        LaunchEnvironment.SECRET,
                        LaunchEnvironment.LAUNCHER,
                        LaunchEnvironment.TRANSPORT,
                        LaunchEnvironment.PROVIDER,
                        Nesting.DEPTH,
                        Nesting.PROGRAM)
                .contains(name);
    }

    private static void checkManager(DoctorFindings findings, Map<String, String> environment) {
        for (String name : MANAGERS)
            if (environment.containsKey(name))
                findings.note(
                        MANAGER,
                        name + " is set: a program that is started here without jmpirun joins the job of"
                                + " that process manager; unset it for a world of one rank");
        Allocation allocation = new Allocation(environment);
        try {
            if (!allocation.isThere()) return;
            String hosts = allocation.hosts().size() + " hosts of an allocation of Slurm";
            if (CommandPath.ofSystem().isCommand(Launching.SRUN)) findings.ok(MANAGER, hosts);
            else findings.bad(MANAGER, hosts + ", but no command srun: add it to the PATH, or use --launcher ssh");
        } catch (BadInputException e) {
            findings.bad(MANAGER, e.getMessage() + ": unset the variables of Slurm, or start from a new allocation");
        }
    }

    /** Notes which settings are read. */
    private static final class Names extends Properties {
        private static final long serialVersionUID = 1;

        private final transient Set<String> variables = new TreeSet<>();

        @Override
        public String getProperty(String name) {
            variables.add(name.toUpperCase(Locale.ROOT).replace('.', '_'));
            return null;
        }
    }
}
