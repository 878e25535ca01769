package org.jmpi.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import mpi.MPI;

/** Ranks that replace and close their standard streams, one after the other, as if each had a process to itself. */
final class StreamsProgram {
    private StreamsProgram() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        for (int turn = 0; turn < MPI.COMM_WORLD.Size(); turn++) {
            MPI.COMM_WORLD.Barrier();
            if (turn == rank) use("rank " + rank);
        }
        MPI.Finalize();
        try (PrintWriter out = new PrintWriter(System.out)) {
            out.print(rank + " last words");
        }
    }

    private static void use(String me) throws IOException {
        PrintStream former = System.out;
        ByteArrayOutputStream caught = new ByteArrayOutputStream();
        System.setOut(new PrintStream(caught, true));
        System.setErr(new PrintStream(caught, true));
        System.out.print("out");
        Thread.dumpStack();
        String text = caught.toString();
        former.println(me + " caught " + (text.startsWith("outjava.lang.Exception") ? "all" : text));
        System.setOut(former);
        try (Scanner in = new Scanner(System.in)) {
            System.out.println(me + " read " + (in.hasNextLine() ? in.nextLine() : "nothing"));
        }
        CompletableFuture.runAsync(() -> System.out.println(me + " in a common pool"))
                .join();
        System.err.close();
    }
}
