package org.jmpi.run.cli;

import java.util.Map;
import java.util.TreeSet;

/** What Open MPI's mpirun calls otherwise, or has and jmpirun has not. */
final class OpenMpi {
    private static final String PARAMETERS =
            "it sets parameters of Open MPI; jmpirun has --transport and settings (-Djmpi.NAME)";

    private OpenMpi() {}

    static void take(OptionRows rows, Options job) {
        parameters(rows, job);
        if (rows.flag("-pernode --pernode", null) && job.perHost == null) job.perHost = 1;
        if (rows.flag("--bynode", null) && job.mapBy == null) job.mapBy = "node";
        if (rows.flag("-bind-to-core --bind-to-core", null) && job.binding == null) job.binding = "core";
        if (rows.flag("-bind-to-none --bind-to-none", null) && job.binding == null) job.binding = "none";
        rows.asEver("--allow-run-as-root --q --quiet --disable-recovery --get-stack-traces --report-state-on-timeout");
        rows.asEver("--use-hwthread-cpus --preload-binary --byslot --bycore --bysocket --noprefix");
        rows.asEver("--disable-hostname-propagation");
        rows.noEffect(PARAMETERS, "--am --tune --personality");
        rows.noEffect("ranks are numbered in the order of --map-by", "--rank-by");
        rows.noEffect("--bind-to core binds each rank to one core", "--cpus-per-proc --cpus-per-rank");
        rows.noEffect("JMPI and Java are expected at the same path on each host", "--prefix --launch-agent");
        rows.refused("start jmpirun on the cores of your choice: taskset -c LIST jmpirun ...", "--cpu-set --cpu-list");
        rows.refused("--bind-to core binds rank r to core r", "--rf --rankfile --slot-list --bind-to-socket");
        rows.refused("--debug all lets each rank wait for a debugger of Java", "--debugger --tv");
        rows.refused(OptionTable.TERMINALS, "--xterm");
        rows.refused("use --tag-output or --output-dir DIR", "--output");
        rows.refused("jmpirun prints no times; a command such as ts does: jmpirun ... | ts", "--timestamp-output");
        rows.refused("--continue lets the other ranks go on when a rank fails", "--with-ft");
    }

    /** Takes the parameters that jmpirun obeys, too, and notes the rest. */
    private static void parameters(OptionRows rows, Options job) {
        Map<String, String> values = rows.pairs("--mca --gmca --omca --gomca --pmixmca --gpmixmca --prtemca");
        job.hostFile = remove(values, job.hostFile, "orte_default_hostfile", "prte_default_hostfile");
        job.rshAgent = remove(values, job.rshAgent, "plm_rsh_agent", "plm_ssh_agent");
        job.rshArguments = remove(values, null, "plm_rsh_args", "plm_ssh_args");
        job.iface = remove(values, job.iface, "btl_tcp_if_include");
        if (!values.isEmpty())
            rows.notes()
                    .add("--mca " + String.join(", ", new TreeSet<>(values.keySet()))
                            + ": no effect here: of Open MPI; jmpirun has --transport and settings (-Djmpi.NAME)");
    }

    /** Removes a parameter that has several names, and returns the option's value or else the parameter's. */
    private static String remove(Map<String, String> values, String option, String... names) {
        String found = option;
        for (String name : names) {
            String value = values.remove(name);
            if (found == null) found = value;
        }
        return found;
    }
}
