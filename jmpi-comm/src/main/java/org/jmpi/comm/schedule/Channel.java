package org.jmpi.comm.schedule;

import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.CompositeOperation;
import org.jmpi.comm.operation.MessageOperation;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendRequest;

/** The messages of the collective operations of one communicator, apart from all others. */
public interface Channel {
    /** {@return a send in no operation} */
    SendRequest newSend();

    /** {@return a receive in no operation} */
    RecvRequest newReceive();

    /**
     * Starts a send.
     *
     * @param send whose segment is set
     * @param objects the encoded objects, if the elements are objects; else null
     * @param to the receiver's rank
     * @param tag of the operation
     * @param next goes on when the send is complete
     */
    void start(SendRequest send, ByteChunks objects, int to, int tag, ScheduleExecution next);

    /**
     * Starts a receive.
     *
     * @param receive whose segment is set
     * @param from the sender's rank
     * @param tag of the operation
     * @param next goes on when the receive is complete
     */
    void start(RecvRequest receive, int from, int tag, ScheduleExecution next);

    /**
     * Encodes objects. If that fails, the failure is noted, and the other ranks get it instead of the objects.
     *
     * @param segment where the objects are
     * @param failures of the operation
     * @return what to send
     */
    ByteChunks encode(Segment segment, CollectiveFailures failures);

    /**
     * Withdraws a message that has been started, if it has not been matched. It completes soon in either case.
     *
     * @param message that is not done
     */
    void giveUp(MessageOperation message);

    /**
     * Has an operation go on, on a thread that moves messages.
     *
     * @param operation that can take steps
     */
    void ready(CompositeOperation operation);

    /**
     * Takes note that an operation is over, before it is complete.
     *
     * @param operation the operation
     */
    void ended(ScheduleExecution operation);

    /**
     * {@return the failure of an operation to which a rank gave what does not match}
     *
     * @param operation the operation
     * @param errorClass what does not match: TRUNCATE or TYPE
     * @param receive the receive of what the rank gave
     */
    CommException mismatch(ScheduleExecution operation, ErrorClass errorClass, RecvRequest receive);

    /**
     * Describes the call that has started an operation, for an observer.
     *
     * @param operation the operation
     * @param description where the description goes
     */
    void describe(ScheduleExecution operation, byte[] description);

    /**
     * Has an observer compare the calls of all ranks.
     *
     * @param descriptions of all ranks, one after the other
     * @throws CommException of class OTHER if they differ
     */
    void compare(byte[] descriptions);

    /**
     * {@return why no operation of all ranks can be completed: one of them has failed, or the communicator is revoked;
     *     null while nothing has happened}
     */
    CommException failure();

    /**
     * {@return why a message has failed: the failure of its peer, if that is known}
     *
     * @param message with a failure
     */
    CommException causeOf(Operation message);

    /** {@return the context of the messages} */
    int context();

    /**
     * {@return the failure of an operation whose operator or root differs from that of the sender; null if both agree}
     *
     * @param operation that has received
     * @param receive whose message has another operator or root
     */
    CommException difference(ScheduleExecution operation, RecvRequest receive);
}
