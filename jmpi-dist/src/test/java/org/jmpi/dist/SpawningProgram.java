package org.jmpi.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import mpi.Comm;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** A program that spawns itself, or connects to another job of itself, and prints who meets whom. */
public final class SpawningProgram {
    private static final String NAME = SpawningProgram.class.getName();
    private static final int LENGTH = 1 << 17;
    private static final int NEVER = 77;

    /** How often a job grows and shrinks. */
    static final int ROUNDS = 10;

    private SpawningProgram() {}

    /**
     * Runs one rank.
     *
     * @param args what to do: {@code spawn}, {@code often}, {@code grow}, {@code lose}, {@code accept} or {@code
     *     connect}; then a number of processes or a service name, and {@code KEY=VALUE} for each hint. {@code often}
     *     has no hints; after a service name may come a number of rounds.
     */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intercomm parent = Comm.Get_parent();
        switch (args[0]) {
            case "spawn" -> meet(parent == null ? spawn(args) : parent, parent != null);
            case "often" -> {
                if (parent != null) meet(parent, true);
                else repeat(ROUNDS, () -> meet(spawn(args), false));
            }
            case "grow" -> grow(parent, args);
            case "lose" -> lose(parent, args);
            case "accept" -> accept(args[1], rounds(args));
            case "connect" -> {
                String port = look(args[1]);
                repeat(rounds(args), () -> meet(MPI.COMM_WORLD.Connect(port, null, 0), true));
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
    }

    private static boolean isFirst() {
        return MPI.COMM_WORLD.Rank() == 0;
    }

    /** Returns null after a failure, which rank 0 prints. */
    private static Intercomm spawn(String[] args) {
        Info info = Info.Create();
        for (String hint : List.of(args).subList(2, args.length)) {
            int equals = hint.indexOf('=');
            info.Set(hint.substring(0, equals), hint.substring(equals + 1));
        }
        int count = Integer.parseInt(args[1]);
        int[] codes = new int[count];
        try {
            String command = info.Get("command") == null ? NAME : info.Get("command");
            return MPI.COMM_WORLD.Spawn(command, args, count, info, MPI.COMM_WORLD.Size() - 1, codes);
        } catch (MPIException e) {
            if (isFirst()) System.out.println(e.getMessage());
            return null;
        }
    }

    /** Two worlds at a time. */
    private static void grow(Intercomm parent, String[] args) {
        if (parent != null) {
            meet(parent, true);
            return;
        }
        Intercomm first = spawn(args);
        Intercomm second = spawn(args);
        meet(first, false);
        meet(second, false);
    }

    /** The new processes wait, and are killed or lose their host meanwhile; their parents go on. */
    private static void lose(Intercomm parent, String[] args) {
        if (parent != null) {
            parent.Send(new int[1], 0, 1, MPI.INT, 0, 1);
            if (MPI.COMM_WORLD.Rank() == 1 && args.length > 3) {
                parent.Recv(new int[1], 0, 1, MPI.INT, 0, 2);
                Runtime.getRuntime().halt(9);
            }
            // Not for its parents, whose Disconnect would end it before the launcher knows of the other one.
            MPI.COMM_SELF.Recv(new int[1], 0, 1, MPI.INT, 0, NEVER);
        }
        Intercomm both = spawn(args);
        if (isFirst()) {
            for (int peer = 0; peer < both.Remote_size(); peer++) both.Recv(new int[1], 0, 1, MPI.INT, peer, 1);
            System.out.println("they wait");
            if (args.length > 3) both.Send(new int[1], 0, 1, MPI.INT, 1, 2);
        }
        try {
            both.Recv(new int[1], 0, 1, MPI.INT, 1, NEVER);
        } catch (MPIException e) {
            if (e.Get_error_class() != MPI.ERR_PROC_FAILED) throw e;
        }
        both.Disconnect();
        int[] sum = new int[1];
        MPI.COMM_WORLD.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        if (isFirst()) System.out.println(sum[0] + " go on");
    }

    private static void accept(String service, int rounds) throws IOException {
        String port = isFirst() ? MPI.Open_port(null) : null;
        if (isFirst()) {
            MPI.Publish_name(service, null, port);
            System.out.println("accepts");
        }
        repeat(rounds, () -> meet(MPI.COMM_WORLD.Accept(port, null, 0), false));
        if (isFirst()) {
            MPI.Unpublish_name(service, null, port);
            MPI.Close_port(port);
        }
    }

    private static int rounds(String[] args) {
        return args.length > 2 ? Integer.parseInt(args[2]) : 1;
    }

    /** Before the first of several rounds, and after the last one, rank 0 says so and waits for a line. */
    private static void repeat(int rounds, Runnable round) throws IOException {
        if (rounds > 1) await("before the first round");
        for (int i = 0; i < rounds; i++) round.run();
        if (rounds > 1) await("after the last round");
    }

    private static void await(String words) throws IOException {
        MPI.COMM_WORLD.Barrier();
        if (isFirst()) {
            System.out.println(words);
            if (System.in.read() < 0) throw new IllegalStateException("no line");
        }
        MPI.COMM_WORLD.Barrier();
    }

    private static String look(String service) {
        return isFirst() ? MPI.Lookup_name(service, null) : null;
    }

    /** Long messages between all processes of both groups, and a sum over one communicator of both. */
    private static void meet(Intercomm both, boolean high) {
        if (both == null) return;
        List<Request> sends = new ArrayList<>();
        double[] own = new double[LENGTH];
        Arrays.fill(own, MPI.COMM_WORLD.Rank());
        byte[] name = MPI.Get_processor_name().getBytes(StandardCharsets.UTF_8);
        for (int peer = 0; peer < both.Remote_size(); peer++) {
            sends.add(both.Isend(own, 0, LENGTH, MPI.DOUBLE, peer, 1));
            sends.add(both.Isend(name, 0, name.length, MPI.BYTE, peer, 2));
        }
        List<String> names = new ArrayList<>();
        for (int peer = 0; peer < both.Remote_size(); peer++) {
            double[] got = new double[LENGTH];
            both.Recv(got, 0, LENGTH, MPI.DOUBLE, peer, 1);
            if (got[LENGTH - 1] != peer) throw new IllegalStateException(got[LENGTH - 1] + " instead of " + peer);
            byte[] text = new byte[256];
            int length = both.Recv(text, 0, text.length, MPI.BYTE, peer, 2).Get_count(MPI.BYTE);
            names.add(new String(text, 0, length, StandardCharsets.UTF_8));
        }
        Request.Waitall(sends.toArray(Request[]::new));
        Intracomm all = both.Merge(high);
        int[] sum = new int[1];
        all.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        all.Disconnect();
        both.Disconnect();
        if (!high && isFirst()) System.out.println(sum[0] + " ranks met, others on " + counted(names));
    }

    /** Returns such as {@code 2 hosta, 1 hostb}. */
    private static String counted(List<String> names) {
        return new TreeSet<>(names)
                .stream()
                        .map(name -> Collections.frequency(names, name) + " " + name)
                        .reduce((one, other) -> one + ", " + other)
                        .orElse("none");
    }
}
