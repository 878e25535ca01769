package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Random;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent in one communicator is never seen in another, and collective operations see no other messages. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class ContextsTest {
    /** Returns several communicators of all ranks, in which each rank has its own number. */
    private static Intracomm[] communicators() {
        Intracomm clone = (Intracomm) MPI.COMM_WORLD.clone();
        return new Intracomm[] {
            MPI.COMM_WORLD,
            clone,
            (Intracomm) clone.clone(),
            MPI.COMM_WORLD.Split(3, 0),
            clone.Create(clone.Group()),
            MPI.COMM_WORLD.Create_cart(new int[] {Talk.size()}, new boolean[1], false)
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void messagesOfTheSameTagStayInTheirCommunicators(int ranks) {
        Jmpi.run(ranks, () -> {
            Intracomm[] comms = communicators();
            int me = Talk.rank();
            int above = (me + 1) % ranks;
            int below = (me + ranks - 1) % ranks;
            Request[] sends = new Request[comms.length];
            for (int i = 0; i < comms.length; i++)
                sends[i] = comms[i].Isend(new int[] {100 * i + me}, 0, 1, MPI.INT, above, 7);
            for (int i = comms.length - 1; i >= 0; i--) {
                int[] room = {-7, -1, -7};
                Status probed = comms[i].Probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
                Kind.INT.assertStatus(probed, below, 7, 1, "probed in communicator " + i);
                Status status = comms[i].Recv(room, 1, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                Kind.INT.assertStatus(status, below, 7, 1, "received in communicator " + i);
                assertArrayEquals(new int[] {-7, 100 * i + below, -7}, room);
                assertNull(comms[i].Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG));
            }
            Request.Waitall(sends);
        });
    }

    @Test
    void aPostedWildcardReceiveWaitsForItsOwnCommunicator() {
        Jmpi.run(2, () -> {
            Intracomm[] comms = communicators();
            if (Talk.rank() == 1) {
                for (int i = comms.length - 1; i >= 0; i--) {
                    Talk.awaitGoOn(0);
                    comms[i].Send(new int[] {10 + i}, 0, 1, MPI.INT, 0, i);
                }
                return;
            }
            int[][] rooms = new int[comms.length][1];
            Request[] receives = new Request[comms.length];
            for (int i = 0; i < comms.length; i++)
                receives[i] = comms[i].Irecv(rooms[i], 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            for (int i = comms.length - 1; i >= 0; i--) {
                for (int waiting = 0; waiting <= i; waiting++) assertNull(receives[waiting].Test());
                Talk.goOn(1);
                Kind.INT.assertStatus(receives[i].Wait(), 1, i, 1, "received in communicator " + i);
                assertEquals(10 + i, rooms[i][0]);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void collectiveOperationsAndOtherMessagesDoNotMeet(int ranks) {
        Jmpi.run(ranks, () -> {
            Intracomm[] comms = communicators();
            int me = Talk.rank();
            int above = (me + 1) % ranks;
            int[][] rooms = new int[comms.length][1];
            Request[] receives = new Request[comms.length];
            Request[] sends = new Request[comms.length];
            for (int i = 0; i < comms.length; i++) {
                receives[i] = comms[i].Irecv(rooms[i], 0, 1, MPI.INT, MPI.ANY_SOURCE, 1);
                sends[i] = comms[i].Isend(new int[] {10 * i + me}, 0, 1, MPI.INT, above, 2);
            }
            for (Intracomm comm : comms)
                for (Collective operation : Collective.values()) operation.check(comm, Kind.INT, 5, ranks - 1);
            for (Request receive : receives) assertNull(receive.Test());
            MPI.COMM_WORLD.Barrier();
            for (int i = 0; i < comms.length; i++) {
                int[] room = new int[1];
                comms[i].Recv(room, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                assertEquals(10 * i + (me + ranks - 1) % ranks, room[0]);
                comms[i].Send(new int[] {77}, 0, 1, MPI.INT, above, 1);
                receives[i].Wait();
                assertEquals(77, rooms[i][0]);
            }
            Request.Waitall(sends);
        });
    }

    /** Each thread has a communicator of its own, so that no order between their operations is given. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void operationsOfSeveralCommunicatorsRunAtTheSameTime(int ranks) throws Exception {
        Jmpi.run(ranks, () -> {
            Intracomm[] comms = communicators();
            ThreadsTest.inThreads(4, thread -> {
                Random random = new Random(thread);
                for (int i = 0; i < 60; i++) {
                    Collective operation = Collective.values()[random.nextInt(Collective.values().length)];
                    operation.check(comms[thread], Kind.INT, random.nextInt(300), random.nextInt(ranks));
                }
            });
        });
    }

    /** Rank 1 is in both pairs, and meets rank 0 and rank 2 in an order that neither of them knows. */
    @Test
    void ranksMayTakeTheirCommunicatorsInDifferentOrders() {
        Jmpi.run(3, () -> {
            Group world = MPI.COMM_WORLD.Group();
            Intracomm lower = MPI.COMM_WORLD.Create(world.Incl(new int[] {0, 1}));
            Intracomm upper = MPI.COMM_WORLD.Create(world.Incl(new int[] {1, 2}));
            for (int round = 0; round < 50; round++)
                for (Collective operation : Collective.values()) {
                    boolean upperFirst = (round + operation.ordinal()) % 2 == 0;
                    Intracomm first = upperFirst ? upper : lower;
                    Intracomm second = upperFirst ? lower : upper;
                    if (first != null) operation.check(first, Kind.INT, round, round % 2);
                    if (second != null) operation.check(second, Kind.DOUBLE, round, round % 2);
                }
        });
    }

    @Test
    void everyOperationWorksForTheCallerAlone() {
        Jmpi.run(3, () -> {
            Intracomm self = MPI.COMM_SELF;
            for (Intracomm comm :
                    new Intracomm[] {self, (Intracomm) self.clone(), MPI.COMM_WORLD.Split(Talk.rank(), 0)})
                for (Collective operation : Collective.values())
                    for (Kind kind : Kind.values()) operation.check(comm, kind, 9, 0);
        });
    }
}
