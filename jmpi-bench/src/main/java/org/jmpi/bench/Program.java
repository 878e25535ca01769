package org.jmpi.bench;

import mpi.MPI;

/**
 * The frame of each shipped program: it starts and ends MPI, shows the usage, and turns a useless command line into one
 * line on standard error and exit code {@value #USAGE}, both by rank 0 alone.
 *
 * <p>All ranks have the same command line, so all of them come to the same conclusion about it.
 */
public final class Program {
    /** Exit code when the command line cannot be used. */
    public static final int USAGE = 2;

    /** The work of a program. */
    public interface Body {
        /**
         * Runs on every rank.
         *
         * @return the exit code of this rank
         * @throws Options.Invalid on every rank, when an option's value cannot be used
         * @throws Exception what ends the rank, and so the job
         */
        int run(Options options) throws Exception;
    }

    private Program() {}

    /** Runs the body between {@code MPI.Init} and {@code MPI.Finalize}; ends the JVM if the exit code is not 0. */
    public static void main(String[] args, Options options, Body body) throws Exception {
        int code = run(MPI.Init(args), options, body);
        MPI.Finalize();
        if (code != 0) System.exit(code);
    }

    /** Runs the body in a world that has been started, and returns the exit code of this rank. */
    public static int run(String[] args, Options options, Body body) throws Exception {
        boolean speaks = MPI.COMM_WORLD.Rank() == 0;
        try {
            if (!options.parse(args).wantsHelp()) return body.run(options);
            if (speaks) System.out.print(options.usage());
            return 0;
        } catch (Options.Invalid e) {
            if (speaks) System.err.println(options.program() + ": " + e.getMessage());
            return speaks ? USAGE : 0;
        }
    }

    /** Prints a line at once, on rank 0 only. */
    public static void print(String line) throws Exception {
        if (MPI.COMM_WORLD.Rank() != 0) return;
        System.out.println(line);
        System.out.flush();
    }
}
