package org.jmpi.comm.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.CompositeOperation;
import org.jmpi.comm.operation.MessageOperation;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendRequest;
import org.junit.jupiter.api.Test;

/** A message that a thread sends while another one gives it up counts once. */
class ScheduleExecutionTest {
    private static final CommException LOST = new CommException(ErrorClass.PROC_FAILED, "rank 1 is lost");

    private final OneRound channel = new OneRound();
    private final ScheduleExecution execution = start();

    /** Starts two sends and a receive. */
    private ScheduleExecution start() {
        Buffer buffer = new Buffer(new int[2], 0, 2, Layout.of(BasicType.INT));
        ScheduleArguments arguments =
                new ScheduleArguments("Test", 0, null).sends(buffer).receives(buffer);
        ScheduleBuilder builder = new ScheduleBuilder(0, 2, arguments);
        builder.send(buffer, 1);
        builder.send(buffer, 1);
        builder.receive(buffer, 1);
        ScheduleExecution started = builder.build().execution(channel);
        started.start("Test", 0, arguments, null, new CollectiveFailures());
        assertEquals(3, channel.messages.size());
        return started;
    }

    private void lose() {
        channel.failure = LOST;
        execution.settle(null);
    }

    private void assertEndsWithTheLastMessage() {
        assertEquals(0, channel.ready);
        channel.messages.get(2).complete();
        assertEquals(1, channel.ready);
        execution.advance(false);
        assertSame(LOST, execution.failure());
    }

    @Test
    void sentBeforeItFails() {
        channel.givesUp = message -> {
            message.complete();
            message.fail(LOST);
        };
        lose();
        assertEndsWithTheLastMessage();
    }

    @Test
    void sentAfterItHasFailed() {
        channel.givesUp = message -> {
            message.fail(LOST);
            message.complete();
        };
        lose();
        assertEndsWithTheLastMessage();
    }

    @Test
    void sentAfterAllHaveBeenGivenUp() {
        channel.givesUp = message -> message.fail(LOST);
        lose();
        channel.messages.get(0).complete();
        assertEndsWithTheLastMessage();
    }

    @Test
    void aRoundThatIsSentEndsAtOnce() {
        for (int i = 0; i < 2; i++) channel.messages.get(i).complete();
        assertFalse(execution.isDone());
        channel.messages.get(2).complete();
        assertEquals(1, channel.ready);
    }

    @Test
    void aMessageThatIsNotSentIsTheFailureOfItsPeer() {
        channel.ofPeer = LOST;
        channel.givesUp = SendRequest::complete;
        channel.messages.get(0).fail(new CommException(ErrorClass.OTHER, "not sent"));
        execution.advance(false);
        channel.messages.get(2).complete();
        execution.advance(false);
        assertSame(LOST, execution.failure());
    }

    private interface GivesUp {
        void giveUp(SendRequest message);
    }

    /** Keeps the messages, whose ends are up to the test. */
    private static final class OneRound implements Channel {
        private final List<MessageOperation> messages = new ArrayList<>();
        private GivesUp givesUp;
        private CommException failure;
        private CommException ofPeer;
        private int ready;

        @Override
        public SendRequest newSend() {
            return new SendRequest();
        }

        @Override
        public RecvRequest newReceive() {
            return new RecvRequest();
        }

        @Override
        public void start(SendRequest send, ByteChunks objects, int to, int tag, ScheduleExecution next) {
            start(send, next);
        }

        @Override
        public void start(RecvRequest receive, int from, int tag, ScheduleExecution next) {
            start(receive, next);
        }

        private void start(MessageOperation message, ScheduleExecution next) {
            message.then(next);
            messages.add(message);
        }

        @Override
        public void giveUp(MessageOperation message) {
            if (message instanceof SendRequest send) givesUp.giveUp(send);
        }

        @Override
        public void ready(CompositeOperation operation) {
            ready++;
        }

        @Override
        public CommException failure() {
            return failure;
        }

        @Override
        public CommException causeOf(Operation message) {
            return ofPeer;
        }

        @Override
        public void ended(ScheduleExecution operation) {
            // nothing keeps it
        }

        @Override
        public int context() {
            return 0;
        }

        @Override
        public ByteChunks encode(Segment segment, CollectiveFailures failures) {
            throw new AssertionError("no objects");
        }

        @Override
        public CommException mismatch(ScheduleExecution operation, ErrorClass errorClass, RecvRequest receive) {
            throw new AssertionError("no message differs");
        }

        @Override
        public CommException difference(ScheduleExecution operation, RecvRequest receive) {
            return null;
        }

        @Override
        public void describe(ScheduleExecution operation, byte[] description) {
            throw new AssertionError("no calls are compared");
        }

        @Override
        public void compare(byte[] descriptions) {
            throw new AssertionError("no calls are compared");
        }
    }
}
