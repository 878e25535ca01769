package org.jmpi.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Three of eight ranks end at random moments while all run random operations. Those that are left revoke the
 * communicator, agree, go on in one without the lost ranks, and end with the same result. Each of them prints it in one
 * line, and the times from the end of a rank to the return of the Shrink that leaves it out.
 */
final class KilledRanksProgram {
    static final int RANKS = 8;
    static final int KILLED = 3;

    /** What lies between the result and the times, which differ from rank to rank. */
    static final String TIMES = "; ms to the new communicator:";

    private static final int OPERATIONS = 6;
    private static final int LONG = 50_000;
    private static final int KINDS = 12;

    /** The kinds of operations that make a communicator. */
    private static final Set<Integer> MAKES = Set.of(8, 9);

    private static final Set<Integer> EXPECTED =
            Set.of(MPI.ERR_PROC_FAILED, MPI.ERR_PROC_FAILED_PENDING, MPI.ERR_REVOKED);

    /** A rank that is to end. */
    record Death(int rank, long millis, int operations) {}

    /** How a rank that is to end does so. */
    interface Killer {
        /** Called once, when the ranks have begun. */
        default void begin(Death own) {}

        /** Called before each operation. */
        default void operation(Death own, int number) {}
    }

    private final long seed;
    private final Killer killer;

    /** The time at which each lost rank has ended, by its rank, in ms since the epoch. */
    private final Map<Integer, Long> ends;

    private final int rank = MPI.COMM_WORLD.Rank();
    private final List<Death> deaths;
    private final Death own;
    private final List<Request> requests = new ArrayList<>();
    private final List<Runnable> checks = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private Intracomm comm = MPI.COMM_WORLD;
    private int operations;

    KilledRanksProgram(long seed, Killer killer, Map<Integer, Long> ends) {
        this.seed = seed;
        this.killer = killer;
        this.ends = ends;
        this.deaths = deaths(seed);
        this.own =
                deaths.stream().filter(death -> death.rank == rank).findFirst().orElse(null);
    }

    static List<Death> deaths(long seed) {
        Random random = new Random(seed);
        return random.ints(0, RANKS)
                .distinct()
                .limit(KILLED)
                .mapToObj(rank -> new Death(rank, random.nextInt(1000), random.nextInt(300)))
                .toList();
    }

    public static void main(String[] args) {
        MPI.Init(args);
        KilledRanksProgram program =
                new KilledRanksProgram(Long.parseLong(args[0]), new Halt(), new ConcurrentHashMap<>());
        System.out.println(program.run());
        MPI.Finalize();
    }

    /** Ends the process without a word, whatever its threads do. */
    private static final class Halt implements Killer {
        @Override
        public void begin(Death own) {
            Thread killer = new Thread(() -> {
                try {
                    Thread.sleep(own.millis);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                Runtime.getRuntime().halt(9);
            });
            killer.setDaemon(true);
            killer.start();
        }
    }

    /** Returns the result and the times. */
    String run() {
        long[] start = {System.currentTimeMillis()};
        comm.Bcast(start, 0, 1, MPI.LONG, 0);
        for (Death each : deaths) ends.putIfAbsent(each.rank, start[0] + each.millis);
        // No rank ends before all have left the Bcast, whose failure the others could not make good.
        agree(true);
        if (own != null) killer.begin(own);
        for (int round = 0; ; round++) {
            boolean whole = runRound(new Random(seed * 1000 + round));
            boolean all = agree(whole);
            if (all && comm.Size() == RANKS - KILLED) break;
            if (!all) shrink();
        }
        int[] ranks = new int[comm.Size()];
        comm.Allgather(new int[] {rank}, 0, 1, MPI.INT, ranks, 0, 1, MPI.INT);
        StringBuilder text = new StringBuilder(TIMES);
        times.forEach(time -> text.append(' ').append(time));
        return "left " + Arrays.toString(ranks) + text;
    }

    /** Agrees whether all ranks have succeeded; a failure that is not acknowledged counts as none. */
    private boolean agree(boolean own) {
        int[] flag = {own ? 1 : 0};
        try {
            comm.Agree(flag);
            return flag[0] == 1;
        } catch (MPIException e) {
            check(e);
            return false;
        }
    }

    private void shrink() {
        comm.Revoke();
        Intracomm before = comm;
        comm = before.Shrink();
        long now = System.currentTimeMillis();
        int[] left = mpi.Group.Translate_ranks(comm.Group(), ranksOf(comm), MPI.COMM_WORLD.Group());
        int[] old = mpi.Group.Translate_ranks(before.Group(), ranksOf(before), MPI.COMM_WORLD.Group());
        for (int each : old) if (Arrays.stream(left).noneMatch(other -> other == each)) times.add(now - ends.get(each));
        if (before != MPI.COMM_WORLD) before.Free();
    }

    private static int[] ranksOf(Comm comm) {
        int[] ranks = new int[comm.Size()];
        Arrays.setAll(ranks, i -> i);
        return ranks;
    }

    private static void check(MPIException failure) {
        if (!EXPECTED.contains(failure.Get_error_class())) throw failure;
    }

    /** Returns whether all calls have succeeded. */
    private boolean runRound(Random random) {
        requests.clear();
        checks.clear();
        boolean whole = true;
        for (int i = 0; i < OPERATIONS; i++) {
            // The same at all ranks.
            int kind = random.nextInt(KINDS);
            int length = random.nextBoolean() ? 1 + random.nextInt(100) : LONG;
            int root = random.nextInt(comm.Size());
            if (own != null) killer.operation(own, operations++);
            // All ranks call Agree as often.
            if (!whole && !MAKES.contains(kind)) continue;
            whole &= attempt(i, kind, length, root, whole);
        }
        for (Request request : requests) whole &= succeeds(request);
        if (whole) checks.forEach(Runnable::run);
        return whole;
    }

    private boolean attempt(int tag, int kind, int length, int root, boolean whole) {
        try {
            return operate(tag, kind, length, root, whole);
        } catch (MPIException e) {
            check(e);
            comm.Revoke();
            return false;
        }
    }

    private boolean succeeds(Request request) {
        boolean succeeds = true;
        while (!request.Is_null()) {
            try {
                request.Wait();
            } catch (MPIException e) {
                check(e);
                // A receive from any source stays until then.
                comm.Revoke();
                succeeds = false;
            }
        }
        return succeeds;
    }

    private static int[] values(int length, int value) {
        int[] values = new int[length];
        Arrays.fill(values, value);
        return values;
    }

    private void expect(int[] buffer, int value) {
        checks.add(() -> {
            for (int each : buffer) if (each != value) throw new AssertionError("received " + each + ", not " + value);
        });
    }

    /** Returns whether all ranks have succeeded in what they have agreed on. */
    private boolean operate(int tag, int kind, int length, int root, boolean whole) {
        int size = comm.Size();
        int me = comm.Rank();
        int next = (me + 1) % size;
        int last = (me + size - 1) % size;
        int[] given = values(length, me + tag);
        int[] got = new int[length];
        switch (kind) {
            case 0 -> {
                comm.Sendrecv(given, 0, length, MPI.INT, next, tag, got, 0, length, MPI.INT, last, tag);
                expect(got, last + tag);
            }
            case 1, 2 -> {
                if (kind == 1) comm.Allreduce(given, 0, got, 0, length, MPI.INT, MPI.SUM);
                else requests.add(comm.Iallreduce(given, 0, got, 0, length, MPI.INT, MPI.SUM));
                expect(got, size * (size - 1) / 2 + size * tag);
            }
            case 3 -> {
                if (me == root) got = given;
                comm.Bcast(got, 0, length, MPI.INT, root);
                expect(got, root + tag);
            }
            case 4 -> {
                for (int i = 1; me == root && i < size; i++)
                    requests.add(comm.Irecv(new int[length], 0, length, MPI.INT, MPI.ANY_SOURCE, tag));
                if (me != root) requests.add(comm.Isend(given, 0, length, MPI.INT, root, tag));
            }
            case 5 -> {
                requests.add(comm.Issend(given, 0, length, MPI.INT, next, tag));
                comm.Recv(got, 0, length, MPI.INT, last, tag);
                expect(got, last + tag);
            }
            case 6 -> {
                int[] all = new int[length * size];
                comm.Alltoall(values(length * size, tag), 0, length, MPI.INT, all, 0, length, MPI.INT);
                expect(all, tag);
            }
            case 7 -> requests.add(comm.Ibarrier());
            case 8 -> {
                return make(whole, comm::Dup);
            }
            case 9 -> {
                return make(whole, () -> comm.Split(me % 2, -me));
            }
            case 10 -> {
                requests.add(comm.Isend(given, 0, length, MPI.INT, next, tag));
                comm.Probe(MPI.ANY_SOURCE, tag);
                comm.Recv(got, 0, length, MPI.INT, last, tag);
                expect(got, last + tag);
            }
            default -> comm.Barrier();
        }
        return true;
    }

    /** Makes a communicator, and uses it if all ranks that are left have it. */
    private boolean make(boolean can, Supplier<Intracomm> call) {
        Intracomm made = null;
        try {
            if (can) made = call.get();
        } catch (MPIException e) {
            check(e);
            comm.Revoke();
        }
        try {
            if (!agree(made != null)) return false;
            made.Barrier();
            return true;
        } finally {
            if (made != null) made.Free();
        }
    }
}
