package org.jmpi.run;

import static java.util.concurrent.CompletableFuture.completedFuture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** What programs do at their beginning and their end, and in between with their threads, by name. */
public final class HabitProgram {
    private static final int TAG = 7;
    private static final int ROUNDS = 5;
    private static final int THREADS = 4;

    private HabitProgram() {}

    /** Runs the program that the first argument names. */
    public static void main(String[] args) throws Exception {
        if (args[0].equals("arguments")) {
            arguments(args);
            return;
        }
        MPI.Init(args);
        switch (args[0]) {
            case "no Finalize" -> noFinalize();
            case "exit" -> exit(Integer.parseInt(args[1]));
            case "exit from a thread" -> exitFromThread();
            case "rounds" -> rounds();
            case "Init alone" -> initAlone();
            case "daemon left" -> daemonLeft();
            case "thread left" -> threadLeft();
            case "threads on clones" -> threadsOnClones();
            case "abort beside" -> abortBeside();
            case "print" -> print();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static int rank() {
        return MPI.COMM_WORLD.Rank();
    }

    private static int size() {
        return MPI.COMM_WORLD.Size();
    }

    private static void check(boolean right, String what) {
        if (!right) throw new IllegalStateException("wrong " + what);
    }

    private static void send(int value, int dest) {
        MPI.COMM_WORLD.Send(new int[] {value}, 0, 1, MPI.INT, dest, TAG);
    }

    private static int receive(int source) {
        int[] value = {-1};
        MPI.COMM_WORLD.Recv(value, 0, 1, MPI.INT, source, TAG);
        return value[0];
    }

    /** Returns what waits, at other ranks, until the process of a rank has ended; all ranks call this. */
    private static Callable<?> endOf(int ending) {
        long[] pid = {ProcessHandle.current().pid()};
        MPI.COMM_WORLD.Bcast(pid, 0, 1, MPI.LONG, ending);
        boolean otherProcess = pid[0] != ProcessHandle.current().pid();
        return () -> otherProcess
                ? ProcessHandle.of(pid[0])
                        .map(ProcessHandle::onExit)
                        .orElse(completedFuture(null))
                        .get()
                : null;
    }

    /** Prints each argument as the numbers of its characters, so that no encoding changes them. */
    private static void arguments(String[] args) {
        String[] own = MPI.Init(args);
        check(Arrays.equals(args, own), "arguments: " + Arrays.toString(own));
        if (rank() == 0)
            for (String arg : own)
                System.out.println(Arrays.toString(arg.chars().toArray()));
        MPI.Finalize();
    }

    /** What rank 0 has sent arrives after its end. */
    private static void noFinalize() throws Exception {
        Callable<?> endOfSender = endOf(0);
        if (rank() == 0) {
            MPI.COMM_WORLD.Send(new double[100], 0, 100, MPI.DOUBLE, 1, TAG);
            MPI.COMM_WORLD.Isend(new int[] {42}, 0, 1, MPI.INT, 1, TAG).Wait();
        } else {
            endOfSender.call();
            Status status = MPI.COMM_WORLD.Recv(new double[100], 0, 100, MPI.DOUBLE, 0, TAG);
            check(status.Get_count(MPI.DOUBLE) == 100 && receive(0) == 42, "messages");
            System.out.println("all arrived");
        }
    }

    private static void exit(int code) {
        MPI.COMM_WORLD.Barrier();
        if (code == 0 || rank() == 1) System.exit(code);
        if (rank() == 0) awaitEndOfJvm();
        receive(1);
    }

    /** Returns when the shutdown hooks run. */
    private static void awaitEndOfJvm() {
        Thread hook = new Thread(() -> {});
        try {
            for (; ; ) {
                Runtime.getRuntime().addShutdownHook(hook);
                Runtime.getRuntime().removeShutdownHook(hook);
            }
        } catch (IllegalStateException e) {
            // The hooks run.
        }
    }

    private static void exitFromThread() throws Exception {
        MPI.COMM_WORLD.Barrier();
        Thread thread = new Thread(HabitProgram::finalizeAndExit);
        thread.start();
        thread.join();
    }

    private static void finalizeAndExit() {
        MPI.Finalize();
        System.out.println("finalized");
        System.exit(0);
    }

    private static void rounds() {
        Intracomm former = null;
        for (int round = 1; round <= ROUNDS; round++) {
            check(MPI.Initialized() && rank() < size(), "state");
            int[] sum = new int[1];
            Intracomm half = MPI.COMM_WORLD.Split(rank() % 2, rank());
            half.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
            check(sum[0] == (size() + 1 - rank() % 2) / 2, "size of a half: " + sum[0]);
            send(100 * round + rank(), (rank() + 1) % size());
            int left = (rank() + size() - 1) % size();
            check(receive(left) == 100 * round + left, "message of round " + round);
            MPI.COMM_WORLD.Send(new int[] {-round}, 0, 1, MPI.INT, left, TAG);
            half.Isend(new int[] {-round}, 0, 1, MPI.INT, half.Rank(), TAG).Wait();
            if (former != null) refused(former);
            former = half;
            MPI.Finalize();
            if (round < ROUNDS) MPI.Init(new String[0]);
        }
        System.out.println("all rounds");
    }

    private static void refused(Intracomm former) {
        try {
            former.Barrier();
        } catch (MPIException e) {
            check(e.Get_error_class() == MPI.ERR_COMM, "class: " + e);
            return;
        }
        throw new IllegalStateException("a communicator of a former round is of use");
    }

    /** The last rank ends after Finalize, the others want to go on. */
    private static void initAlone() throws Exception {
        int last = size() - 1;
        boolean goesOn = rank() != last;
        Callable<?> endOfLast = endOf(last);
        MPI.Finalize();
        if (!goesOn) return;
        endOfLast.call();
        try {
            MPI.Init(new String[0]);
        } catch (MPIException e) {
            check(e.Get_error_class() == MPI.ERR_OTHER, "class: " + e);
            check(e.getMessage().matches(".*rank [0-9]+.* has (ended|departed).*"), "message: " + e);
            System.out.println("refused");
        }
    }

    /** A daemon waits for what never comes when main ends, or when all other ranks have ended. */
    private static void daemonLeft() {
        Thread daemon = new Thread(() -> receive(MPI.ANY_SOURCE));
        daemon.setDaemon(true);
        daemon.start();
        while (!waits(daemon)) Thread.onSpinWait();
        MPI.COMM_WORLD.Barrier();
    }

    private static boolean waits(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().startsWith("org.jmpi.comm.progress."));
    }

    /** Main ends first; another thread goes on to communicate. */
    private static void threadLeft() {
        Thread main = Thread.currentThread();
        new Thread(() -> {
                    try {
                        if (rank() == 0) main.join();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    send(rank(), 1 - rank());
                    check(receive(1 - rank()) == 1 - rank(), "message");
                    System.out.println("still there");
                })
                .start();
    }

    /** Several threads use a communicator each, at the same time. */
    private static void threadsOnClones() throws Exception {
        List<Intracomm> clones = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) clones.add((Intracomm) MPI.COMM_WORLD.clone());
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int own = i;
            Thread thread = new Thread(() -> converse(clones.get(own), own));
            thread.setUncaughtExceptionHandler((of, thrown) -> failure.compareAndSet(null, thrown));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) thread.join();
        if (failure.get() != null) throw new IllegalStateException(failure.get());
        MPI.Finalize();
    }

    private static void converse(Intracomm comm, int thread) {
        int right = (comm.Rank() + 1) % comm.Size();
        int left = (comm.Rank() + comm.Size() - 1) % comm.Size();
        for (int round = 0; round < 50; round++) {
            int[] sum = new int[1];
            comm.Allreduce(new int[] {thread + round}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
            check(sum[0] == comm.Size() * (thread + round), "sum of thread " + thread);
            Object[] got = new Object[1];
            Request receive = comm.Irecv(got, 0, 1, MPI.OBJECT, left, TAG);
            comm.Send(new Object[] {"thread " + thread + " of rank " + comm.Rank()}, 0, 1, MPI.OBJECT, right, TAG);
            receive.Wait();
            check(got[0].equals("thread " + thread + " of rank " + left), "object: " + got[0]);
            int[] data = new int[20_000];
            Arrays.fill(data, comm.Rank());
            comm.Sendrecv_replace(data, 0, data.length, MPI.INT, right, TAG, left, TAG);
            check(data[0] == left && data[data.length - 1] == left, "array of thread " + thread);
        }
    }

    /** A thread of one rank aborts the job, while all main threads wait for ever. */
    private static void abortBeside() {
        MPI.COMM_WORLD.Barrier();
        if (rank() == 1) new Thread(() -> MPI.COMM_SELF.Abort(5)).start();
        receive(MPI.ANY_SOURCE);
    }

    private static void print() {
        System.out.println("Gr\u00fc\u00dfe");
        MPI.Finalize();
    }
}
