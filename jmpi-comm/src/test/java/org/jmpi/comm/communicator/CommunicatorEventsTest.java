package org.jmpi.comm.communicator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.coll.Allreduce;
import org.jmpi.comm.coll.Barrier;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.events.Exchange;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.operation.SendRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an observer sees of a program of one rank. */
@Timeout(30)
class CommunicatorEventsTest {
    private static final TypeHandle INT = TypeHandle.predefined(Layout.of(BasicType.INT));
    private static final int BITS = 0xABCD;

    private final List<String> seen = new ArrayList<>();
    private final List<Operation> operations = new ArrayList<>();
    private final OneRank rank = new OneRank(new Recorder());
    private final Process process = rank.process();
    private final Communicator world = rank.world();
    private final PointToPoint calls = world.pointToPoint();

    @AfterEach
    void close() {
        rank.close();
    }

    private static UserBuffer items(int number) {
        return new UserBuffer(new int[number], 0, number, INT);
    }

    private final class Recorder implements Events {
        @Override
        public int sendStarted(SendRequest send, String call, boolean blocking, int dest, int tag, Segment message) {
            started(send, call, blocking, dest, tag, message.offset(), message.count());
            return BITS;
        }

        @Override
        public void receiveStarted(
                RecvRequest receive, String call, boolean blocking, int source, int tag, Segment room) {
            started(receive, call, blocking, source, tag, room.offset(), room.items());
        }

        private void started(
                Operation operation, String call, boolean blocking, int peer, int tag, long offset, long count) {
            operations.add(operation);
            seen.add((blocking ? "" : "nonblocking ") + call + " " + peer + " " + tag + " " + offset + " " + count);
        }

        @Override
        public void completed(Operation request) {
            seen.add("completed " + operations.indexOf(request));
        }

        @Override
        public void released(Operation request) {
            seen.add("released " + operations.indexOf(request));
        }

        @Override
        public void matched(RecvRequest receive, int eventBits, boolean unexpected) {
            seen.add("matched " + operations.indexOf(receive) + " " + eventBits);
        }

        @Override
        public void collectiveBegan(
                Exchange ranks, String call, Collective operation, int context, long number, int root) {
            byte[][] answer = new byte[1][1];
            ranks.exchange(new byte[][] {{5}}, answer);
            assertArrayEquals(new byte[] {5}, answer[0]);
            assertEquals(world.context() + 1, context);
            seen.add("began " + number + " at " + ranks.rank() + " of " + ranks.size() + " " + call + " " + operation);
        }

        @Override
        public void collectiveStarted(
                Operation request, Collective operation, String algorithm, int ranks, long number, int root) {
            operations.add(request);
            seen.add("started " + number + " of " + ranks + " " + operation + " by " + algorithm);
        }

        @Override
        public void algorithmSelected(Collective operation, String algorithm) {
            seen.add("selected " + algorithm + " for " + operation);
        }

        @Override
        public void collectiveEnded(Collective operation) {
            seen.add("ended " + operation);
        }

        @Override
        public void handleMade(Object handle, String name) {
            seen.add("made " + name);
        }

        @Override
        public void handleFreed(Object handle) {
            seen.add("freed");
        }
    }

    private void assertSeen(String... events) {
        assertEquals(List.of(events), seen);
        seen.clear();
    }

    @Test
    void aMessageCarriesTheBitsOfItsSend() {
        UserBuffer part = new UserBuffer(new int[3], 1, 2, INT);
        RequestHandle receive = calls.irecv(part, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
        RequestHandle send = calls.isend(SendMode.SYNCHRONOUS, items(2), 0, 7);
        assertSeen(
                "nonblocking Recv " + Communicator.ANY_SOURCE + " " + Communicator.ANY_TAG + " 1 2",
                "nonblocking Ssend 0 7 0 2",
                "matched 0 " + BITS);
        send.await(Words.BINDING);
        receive.await(Words.BINDING);
        assertSeen("completed 1", "completed 0");
    }

    @Test
    void bothHalvesOfASendrecvAreReported() {
        calls.sendrecv(items(1), 0, 3, items(1), 0, 3, Words.BINDING);
        assertSeen("Sendrecv 0 3 0 1", "Sendrecv 0 3 0 1", "matched 1 " + BITS, "completed 0", "completed 1");
    }

    @Test
    void whatGoesToNobodyIsNoOperation() {
        calls.send(SendMode.STANDARD, items(1), Communicator.PROC_NULL, 1);
        calls.irecv(items(1), Communicator.PROC_NULL, 1);
        assertSeen("completed -1");
    }

    @Test
    void anOperationThatIsLetGoIsReleased() {
        calls.irecv(items(1), 0, 1).free(Words.BINDING);
        assertSeen("nonblocking Recv 0 1 0 1", "released 0");
    }

    @Test
    void eachCollectiveOperationOfACallBeginsAndEnds() {
        world.collectives().run("Both", peers -> {
            Barrier.run(peers);
            Allreduce.run(peers, Buffer.of(new int[2]), Buffer.of(new int[2]), Predefined.MAX);
        });
        seen.removeIf(line -> line.startsWith("matched"));
        assertSeen(
                "began 1 at 0 of 1 Both Barrier",
                "selected DISSEMINATION for Barrier",
                "ended Barrier",
                "began 2 at 0 of 1 Both Allreduce",
                "selected RECURSIVE_DOUBLING for Allreduce",
                "ended Allreduce");
    }

    @Test
    void anOperationThatNobodyWaitsForIsReportedWithItsAlgorithm() {
        RequestHandle barrier = world.collectives().start(new CollectiveOperation(CollectiveKind.BARRIER));
        assertSeen("selected DISSEMINATION for Ibarrier", "started 1 of 1 Ibarrier by DISSEMINATION");
        barrier.await(Words.BINDING);
        assertSeen("completed 0");
    }

    @Test
    void aBufferedSendKeepsItsReceiverAndItsTag() {
        process.attachBuffer(new byte[64]);
        calls.isend(SendMode.BUFFERED, items(1), 0, 7);
        SendRequest buffered = (SendRequest) operations.get(0);
        assertEquals("0 7", buffered.peer() + " " + buffered.messageTag());
    }

    @Test
    void aCollectiveOperationThatFailsEnds() {
        IllegalStateException failure = new IllegalStateException("the program's own");
        assertThrows(
                IllegalStateException.class,
                () -> world.collectives().run("Broken", peers -> {
                    peers.enter("Barrier", Collective.NO_ROOT);
                    throw failure;
                }));
        assertSeen("began 1 at 0 of 1 Broken Barrier", "ended Barrier");
    }

    @Test
    void communicatorsOfTheProgramAreHandles() {
        Communicator made = Communicator.intra(process, Group.of(0), process.freeContext());
        assertSeen("made communicator");
        made.free();
        assertSeen("freed");
    }
}
