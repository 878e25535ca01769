package org.jmpi.ibm;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mpi.MPI;
import mpi.MPIException;

/**
 * Runs programs of the suite, one after another, or lists them all with the numbers of ranks that they are meant for.
 *
 * <pre>jmpirun -np 2 ibm [pt2pt/sendrecv ...]</pre>
 *
 * A program that finds all as it should be prints nothing; one that does not ends the job.
 */
public final class Ibm {
    private static final int USAGE = 2;

    private static final String HELP = """
            usage: jmpirun -np RANKS ibm [PROGRAM ...]

            Runs programs of the suite, one after another. A program prints nothing if all is as it should be; otherwise
            it ends the job. Without a name, all programs are listed with their numbers of ranks.""";

    private Ibm() {}

    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            speak(Ibm::list);
            return;
        }
        if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
            speak(() -> System.out.println(HELP));
            return;
        }
        Optional<String> unknown =
                Stream.of(args).filter(name -> !Program.exists(name)).findFirst();
        if (unknown.isEmpty()) run(args);
        else if (speak(() -> System.err.println("ibm: no program " + unknown.get() + "; jmpirun ibm lists them")))
            System.exit(USAGE);
    }

    private static void run(String... programs) throws Exception {
        for (int i = 0; i < programs.length; i++) {
            if (i > 0) meet();
            long start = System.nanoTime();
            Program.run(programs[i]);
            if (isFinalized()) Mark.say(programs[i], System.nanoTime() - start);
        }
    }

    /** Waits for the other ranks, so that none is in the next program while another one may still fail in this one. */
    private static void meet() {
        MPI.Init(new String[0]);
        MPI.Finalize();
    }

    /** Returns whether the program has called MPI.Finalize, after which the world is no longer there. */
    private static boolean isFinalized() {
        try {
            MPI.COMM_WORLD.Rank();
            return false;
        } catch (MPIException e) {
            return true;
        }
    }

    /** Says something at rank 0; returns whether this is it. */
    private static boolean speak(Runnable words) {
        MPI.Init(new String[0]);
        boolean first = MPI.COMM_WORLD.Rank() == 0;
        if (first) words.run();
        MPI.Finalize();
        return first;
    }

    private static void list() {
        for (Program program : Programs.all()) System.out.printf("%-32s %s%n", program.name(), ranks(program));
        System.out.flush();
    }

    private static String ranks(Program program) {
        return program.ranks().stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
