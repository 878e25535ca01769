package org.jmpi.ibm;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import mpi.MPI;

/**
 * Runs a program of the suite, or lists them all with the numbers of ranks that they are meant for.
 *
 * <pre>jmpirun -np 2 ibm [pt2pt/sendrecv]</pre>
 *
 * A program that finds all as it should be prints nothing.
 */
public final class Ibm {
    private static final int USAGE = 2;

    private Ibm() {}

    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            speak(Ibm::list);
            return;
        }
        Optional<Program> program = Programs.named(args[0]);
        if (program.isPresent()) {
            program.get().run(Arrays.copyOfRange(args, 1, args.length));
            return;
        }
        boolean spoken = speak(() -> System.err.println("ibm: no program " + args[0] + "; jmpirun ibm lists them"));
        if (spoken) System.exit(USAGE);
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
