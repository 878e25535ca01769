package org.jmpi.comm.simulation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.CollectiveOperation;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.communicator.Intercommunicators;
import org.jmpi.comm.communicator.PendingCommunicator;
import org.jmpi.comm.communicator.PersistentHandle;
import org.jmpi.comm.communicator.PointToPoint;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.operation.SendMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Ranks run random operations, while up to half of them are lost at any moment and one rank may revoke the communicator
 * without need. A rank whose call fails revokes the communicator. Then all that are left agree whether the round has
 * succeeded, and go on in a communicator without the lost ranks if it has not. All of them end with the same results.
 * No operation that has failed changes or reads the program's memory afterwards.
 */
@Timeout(300)
class SurvivalTest {
    private static final int MOST_RANKS = 6;
    private static final int ROUNDS = 4;
    private static final int OPERATIONS = 5;
    private static final int LONGEST = 3000;
    private static final int KINDS = 16;

    /** The kinds of operations that make a communicator. */
    private static final Set<Integer> MAKES = Set.of(9, 10, 12);

    /** What a buffer to receive into has before, and one that was sent has after a failure. */
    private static final int GUARD = -77;

    private static final int SEEDS = Integer.getInteger("jmpi.simulation.runs", 30);

    /** The last of the seeds that the full lane adds. */
    private static final int MOST_SEEDS = 100;

    private static final long FIRST = Long.getLong("jmpi.simulation.first", 1);
    private static final int MOST_SEAMS = 13;

    /** Longer than all others need to learn of a loss, in ns. */
    private static final long LONGEST_DETECTION_NANOS = 10_000_000_000L;

    private static final TypeHandle INT = TypeHandle.predefined(Layout.of(BasicType.INT));

    /** A failure that the loss of a rank or a revocation has brought about. */
    private static boolean isExpected(CommException failure) {
        return failure.errorClass() == ErrorClass.PROC_FAILED
                || failure.errorClass() == ErrorClass.PROC_FAILED_PENDING
                || failure.errorClass() == ErrorClass.REVOKED;
    }

    /** The program of one rank. */
    private static final class Rank {
        private final long seed;
        private final int rank;

        private Communicator comm;

        /** Is the same at all ranks that are left. */
        private final List<String> log = new ArrayList<>();

        /** The requests of a round. */
        private final List<RequestHandle> requests = new ArrayList<>();

        /** What must be in buffers when the requests are complete. */
        private final List<Runnable> checks = new ArrayList<>();

        private final List<int[]> sent = new ArrayList<>();
        private final List<int[]> received = new ArrayList<>();

        /** The operation that is being called. */
        private String doing;

        /** The operation of each buffer to receive into. */
        private final Map<int[], String> operations = new HashMap<>();

        /** Buffers of failed operations, and what they have had when these have failed. */
        private final Map<int[], int[]> kept = new HashMap<>();

        private boolean isComplete;

        Rank(long seed, int rank) {
            this.seed = seed;
            this.rank = rank;
        }

        void run(Communicator world) {
            comm = world;
            for (int round = 0; round < ROUNDS; round++) {
                boolean whole = runRound(new SimulationRandom(seed * 1000 + round));
                int[] flag = {whole ? -1 : 0};
                String agreed = "done";
                try {
                    comm.survivors().agree("Agree", flag).await(Status.BINDING);
                } catch (CommException e) {
                    assertEquals(ErrorClass.PROC_FAILED, e.errorClass(), e.getMessage());
                    agreed = "failed";
                }
                log.add("round " + round + " " + flag[0] + " " + agreed);
                if (flag[0] != 0 && agreed.equals("done")) continue;
                comm.revoke();
                assertTrue(comm.isRevoked());
                refuses(comm);
                PendingCommunicator pending = comm.survivors().shrink("Shrink");
                pending.request().await(Status.BINDING);
                if (comm != world) comm.free();
                comm = pending.made();
                log.add("left " + Arrays.toString(comm.group().worldRanks()));
            }
            Simulation.compute(LONGEST_DETECTION_NANOS);
            kept.forEach((buffer, values) ->
                    assertArrayEquals(values, buffer, "written after the failure of " + operations.get(buffer)));
            isComplete = true;
        }

        private static void refuses(Communicator revoked) {
            try {
                revoked.pointToPoint().iprobe(0, 0, Status.BINDING);
                throw new AssertionError("not refused");
            } catch (CommException e) {
                assertEquals(ErrorClass.REVOKED, e.errorClass(), e.getMessage());
            }
        }

        /** Returns whether all calls have succeeded. */
        private boolean runRound(SimulationRandom random) {
            requests.clear();
            checks.clear();
            sent.clear();
            received.clear();
            boolean whole = true;
            for (int i = 0; i < OPERATIONS; i++) {
                // The same at all ranks.
                int kind = random.below(KINDS);
                int length = (int) random.oneOf(0, 1, 20, 200, LONGEST);
                int root = random.below(comm.size());
                // All ranks call Agree as often.
                if (!whole && !MAKES.contains(kind)) continue;
                try {
                    operate(kind, length, root, i, whole);
                } catch (CommException e) {
                    if (!isExpected(e)) throw e;
                    comm.revoke();
                    whole = false;
                }
            }
            for (RequestHandle request : requests) {
                try {
                    request.await(Status.BINDING);
                } catch (CommException e) {
                    if (!isExpected(e)) throw e;
                    comm.revoke();
                    whole = false;
                    if (e.errorClass() == ErrorClass.PROC_FAILED_PENDING) awaitRevoked(request);
                }
            }
            if (whole) checks.forEach(Runnable::run);
            else keep();
            return whole;
        }

        /** A receive from any source stays when a source has failed, until the communicator is revoked. */
        private static void awaitRevoked(RequestHandle request) {
            try {
                request.await(Status.BINDING);
            } catch (CommException e) {
                assertEquals(ErrorClass.REVOKED, e.errorClass(), e.getMessage());
            }
        }

        /** Changes what was sent, and remembers what the other buffers have. */
        private void keep() {
            for (int[] each : sent) Arrays.fill(each, GUARD);
            for (int[] each : received) kept.put(each, each.clone());
        }

        private int[] take(int length) {
            int[] buffer = new int[length];
            Arrays.fill(buffer, GUARD);
            received.add(buffer);
            operations.put(buffer, doing);
            return buffer;
        }

        private int[] give(int length, int from, int operation) {
            int[] buffer = new int[length];
            for (int i = 0; i < length; i++) buffer[i] = value(from, operation, i);
            sent.add(buffer);
            return buffer;
        }

        private static int value(int from, int operation, int index) {
            return 1000 * from + 100 * operation + index % 97;
        }

        private static UserBuffer all(int[] array) {
            return new UserBuffer(array, 0, array.length, INT);
        }

        private static UserBuffer block(int[] array, int count) {
            return new UserBuffer(array, 0, count, INT);
        }

        private void expect(int[] buffer, int start, int length, int from, int operation) {
            checks.add(() -> {
                for (int i = 0; i < length; i++)
                    assertEquals(value(from, operation, i), buffer[start + i], "of rank " + from);
            });
        }

        /** Sends and receives; returns false if this kind of operation is another one. */
        private boolean talk(int kind, int length, int root, int tag) {
            PointToPoint messages = comm.pointToPoint();
            int size = comm.size();
            int me = comm.rank();
            int next = (me + 1) % size;
            int last = (me + size - 1) % size;
            switch (kind) {
                case 0 -> {
                    int[] got = take(length);
                    int[] given = give(length, me, tag);
                    messages.sendrecv(all(given), next, tag, all(got), last, tag, Status.BINDING);
                    expect(got, 0, length, last, tag);
                }
                case 1 -> {
                    for (int i = 0; me == root && i < size - 1; i++)
                        requests.add(messages.irecv(all(take(length)), Communicator.ANY_SOURCE, tag));
                    if (me != root)
                        requests.add(messages.isend(SendMode.STANDARD, all(give(length, me, tag)), root, tag));
                }
                case 2 -> {
                    int[] got = take(length);
                    requests.add(messages.isend(SendMode.SYNCHRONOUS, all(give(length, me, tag)), next, tag));
                    messages.recv(all(got), last, tag, Status.BINDING);
                    expect(got, 0, length, last, tag);
                }
                case 11 -> {
                    requests.add(messages.isend(SendMode.STANDARD, all(give(length, me, tag)), next, tag));
                    messages.probe(last, tag, Status.BINDING);
                    int[] got = take(length);
                    messages.recv(all(got), last, tag, Status.BINDING);
                    expect(got, 0, length, last, tag);
                }
                case 13 -> {
                    // Nobody matches these.
                    requests.add(messages.irecv(all(take(length)), last, 100 + tag));
                    requests.add(messages.isend(SendMode.SYNCHRONOUS, all(give(length, me, tag)), next, 200 + tag));
                    if (me == root) comm.revoke();
                }
                default -> {
                    return false;
                }
            }
            return true;
        }

        private void operate(int kind, int length, int root, int tag, boolean whole) {
            doing = "operation " + tag + " of kind " + kind + " in " + comm.group();
            if (talk(kind, length, root, tag)) return;
            int size = comm.size();
            int me = comm.rank();
            switch (kind) {
                case 3 -> {
                    int[] got = me == root ? give(length, root, tag) : take(length);
                    run(new CollectiveOperation(CollectiveKind.BCAST, root).send(all(got)));
                    expect(got, 0, length, root, tag);
                }
                case 4, 5 -> {
                    int[] got = take(length);
                    CollectiveOperation sum = new CollectiveOperation(CollectiveKind.ALLREDUCE)
                            .send(all(give(length, me, tag)))
                            .receive(all(got))
                            .op(Predefined.SUM);
                    if (kind == 4) run(sum);
                    else requests.add(comm.collectives().start(sum));
                    checks.add(() -> {
                        for (int i = 0; i < length; i++) {
                            int expected = 0;
                            for (int from = 0; from < size; from++) expected += value(from, tag, i);
                            assertEquals(expected, got[i]);
                        }
                    });
                }
                case 6, 7 -> {
                    int[] got = take(length * size);
                    int[] given = give(length, me, tag);
                    CollectiveOperation gather = new CollectiveOperation(CollectiveKind.ALLGATHER)
                            .send(all(given))
                            .receive(block(got, length));
                    if (kind == 6) run(gather);
                    else requests.add(comm.collectives().start(gather));
                    for (int from = 0; from < size; from++) expect(got, from * length, length, from, tag);
                }
                case 8 -> {
                    PersistentHandle barrier =
                            comm.collectives().prepare(new CollectiveOperation(CollectiveKind.BARRIER));
                    barrier.start(Status.BINDING);
                    requests.add(barrier);
                }
                case 9 -> makes(whole, () -> Communicators.dup(comm));
                case 10 -> makes(whole, () -> Communicators.split(comm, me % 2, -me));
                case 12 -> makeInter(whole && size > 1, tag);
                case 14 -> {
                    int[] got = take(length * size);
                    int[] given = give(length * size, me, tag);
                    run(new CollectiveOperation(CollectiveKind.ALLTOALL)
                            .send(block(given, length))
                            .receive(block(got, length)));
                }
                default -> Simulation.compute(me * 1000L * tag);
            }
        }

        /** Makes an intercommunicator of both halves, if all ranks that are left have theirs. */
        private void makeInter(boolean can, int tag) {
            int side = comm.rank() % 2;
            Communicator half = made(can, () -> Communicators.split(comm, side, 0));
            try {
                makes(half != null, () -> {
                    try {
                        return Intercommunicators.create(half, 0, comm, 1 - side, tag);
                    } catch (CommException e) {
                        // The others of the half wait for this rank.
                        half.revoke();
                        throw e;
                    }
                });
            } finally {
                if (half != null) half.free();
            }
        }

        private void run(CollectiveOperation operation) {
            comm.collectives().run(operation);
        }

        /** Makes a communicator, and uses it if all ranks that are left have it. */
        private void makes(boolean can, Supplier<Communicator> call) {
            Communicator made = made(can, call);
            if (made == null) throw new CommException(ErrorClass.REVOKED, "not all have the communicator");
            try {
                made.collectives().run(new CollectiveOperation(CollectiveKind.BARRIER));
            } finally {
                made.free();
            }
        }

        /** Returns a communicator if all ranks that are left have it, else null. */
        private Communicator made(boolean can, Supplier<Communicator> call) {
            Communicator made = null;
            try {
                if (can) made = call.get();
            } catch (CommException e) {
                if (!isExpected(e)) throw e;
                // The others are told, since they may wait for this rank.
                comm.revoke();
            }
            int[] flag = {made == null ? 0 : -1};
            try {
                comm.survivors().agree("Agree", flag).await(Status.BINDING);
            } catch (CommException e) {
                assertEquals(ErrorClass.PROC_FAILED, e.errorClass(), e.getMessage());
                flag[0] = 0;
            }
            if (flag[0] != 0 || made == null) return made;
            made.free();
            return null;
        }
    }

    private static void run(long seed) {
        SimulationRandom random = new SimulationRandom(~seed);
        int size = 2 + random.below(MOST_RANKS - 1);
        int[] seams = new int[size];
        Arrays.fill(seams, -1);
        for (int i = random.below(size / 2 + 1); i > 0; i--)
            seams[random.below(size)] = random.below(1 << random.below(MOST_SEAMS));
        Rank[] ranks = new Rank[size];
        boolean pushes = random.below(4) == 0;
        Arrays.setAll(ranks, rank -> new Rank(seed, rank));
        Simulation.Options options = new Simulation.Options(
                pushes ? Simulation.Choice.YES : Simulation.Choice.NO,
                Simulation.Choice.SEED,
                Boolean.getBoolean("jmpi.simulation.prints"),
                List.of(
                        "jmpi.eager.limit", String.valueOf(64 << random.below(6)),
                        "jmpi.coll.shared.after", String.valueOf(random.below(4)),
                        "jmpi.coll.shared.published", String.valueOf(64 << random.below(8))));
        Simulation.Result result = Simulation.run(seed, size, options, (rank, world) -> {
            if (seams[rank] >= 0) Simulation.loseRankAfter(seams[rank]);
            ranks[rank].run(world);
        });
        assertEquals(List.of(), result.findings(), result.line());
        List<String> first = null;
        for (int rank = 0; rank < size; rank++) {
            if (!ranks[rank].isComplete) assertTrue(seams[rank] >= 0, result.line());
            else if (first == null) first = ranks[rank].log;
            else assertEquals(first, ranks[rank].log, result.line());
        }
    }

    /** An operation that had counted a message to a lost rank twice, and ended before another message. */
    @Test
    void theSeedOfAFormerFindingHasNone() {
        run(2348);
    }

    @Test
    void allRanksThatAreLeftGoOn() {
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) run(seed);
    }

    @Tag("full")
    @Test
    void soTheyDoWithMoreSeeds() {
        for (long seed = FIRST + SEEDS; seed < FIRST + MOST_SEEDS; seed++) run(seed);
    }
}
