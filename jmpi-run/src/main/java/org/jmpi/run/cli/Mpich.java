package org.jmpi.run.cli;

/** What MPICH's mpiexec calls otherwise, or has and jmpirun has not. */
final class Mpich {
    private Mpich() {}

    static void take(OptionRows rows, Options job, AppOptions app) {
        job.variables.addAll(rows.settings("-genv"));
        job.variables.addAll(rows.elements("-genvlist"));
        app.variables.addAll(rows.settings("-env :"));
        app.variables.addAll(rows.elements("-envlist :"));
        rows.asEver("--genvall --envall");
        rows.noEffect("jmpirun takes its hosts from --hostfile, --host or Slurm", "--rmk");
        rows.refused("--bind-to core binds rank r to core r", "--binding");
        rows.refused("--debug all lets each rank wait for a debugger of Java", "--gdb");
        rows.refused(
                "ranks inherit the environment; to start with another one use env -i ... jmpirun",
                "--genvnone --envnone");
        rows.refused("use --tag-output or --output-dir DIR", "--outfile-pattern --errfile-pattern");
    }
}
