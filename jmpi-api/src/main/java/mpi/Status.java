package mpi;

import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.operation.MessageKind;
import org.jmpi.comm.operation.MessageOperation;

/**
 * The properties of a message that was received, or found by a probe (MPI-4.1 section 3.2.5).
 *
 * <p>A status is made for each message: its class fixes the width of the message's elements. So it needs no field for
 * the width, and takes 32 bytes.
 *
 * <pre>{@code
 * int rank = MPI.COMM_WORLD.Rank();
 * if (rank == 1) MPI.COMM_WORLD.Send(new int[] {3, 1, 4}, 0, 3, MPI.INT, 0, 7);
 * if (rank == 0) {
 *     Status found = MPI.COMM_WORLD.Probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
 *     int[] values = new int[found.Get_count(MPI.INT)];
 *     MPI.COMM_WORLD.Recv(values, 0, values.length, MPI.INT, found.source, found.tag);
 * }
 * }</pre>
 */
public class Status extends Freeable {
    /** The index of the completed request in the array given to Waitany, Testany, Waitsome or Testsome. */
    public int index;

    /** The sender's rank in the communicator. */
    public int source;

    /** The message's tag. */
    public int tag;

    /**
     * The number of items of the receive's datatype, or the number of elements of a message found by a probe;
     * {@link MPI#UNDEFINED} if it is not a whole number.
     */
    public int count;

    /** The number of basic elements; {@link MPI#UNDEFINED} if it exceeds an int. */
    public int numEls;

    /** Creates the status of no message: {@code source == MPI.ANY_SOURCE}, {@code tag == MPI.ANY_TAG}, no elements. */
    public Status() {
        source = Communicator.ANY_SOURCE;
        tag = Communicator.ANY_TAG;
        index = Communicator.UNDEFINED;
    }

    private Status(MessageOperation done, int index) {
        this.index = index;
        source = done.source();
        tag = done.tag();
        numEls = kind().elements(done);
        count = kind().items(done);
    }

    /** Returns the status of a request that had no operation. */
    static Status none(int index) {
        Status status = new Status();
        status.index = index;
        return status;
    }

    /** Returns what is known of the message of a request that is done. */
    static Status of(MessageOperation done, int index) {
        return switch (MessageKind.of(done)) {
            case BYTES -> new OfBytes(done, index);
            case TWO_BYTES -> new OfTwoBytes(done, index);
            case FOUR_BYTES -> new OfFourBytes(done, index);
            case EIGHT_BYTES -> new OfEightBytes(done, index);
            case OBJECTS -> new OfObjects(done, index);
            case EMPTY_ITEMS -> new OfEmptyItems(done, index);
            case NONE -> new OfNone(done, index);
        };
    }

    /**
     * {@return how many items of a datatype the message has; {@link MPI#UNDEFINED} if it is not a whole number of them}
     *
     * @param datatype what the message is counted in
     * @throws MPIException of class ERR_TYPE if the datatype is null or has been freed
     */
    public int Get_count(Datatype datatype) throws MPIException {
        return kind().count(numEls, count, Datatype.defined(datatype));
    }

    /**
     * {@return how many basic elements of a datatype the message has; {@link MPI#UNDEFINED} if it is not a whole number
     * of them, or if they exceed an int, or if the datatype has none}
     *
     * @param datatype what the message is counted in
     * @throws MPIException of class ERR_TYPE if the datatype is null or has been freed
     */
    public int Get_elements(Datatype datatype) throws MPIException {
        return kind().elements(numEls, Datatype.defined(datatype).type());
    }

    /** {@return whether the request was cancelled before it was matched (MPI-4.1 section 3.8.4)} */
    public boolean Test_cancelled() throws MPIException {
        return kind() == MessageKind.NONE;
    }

    /** Frees the status. The call has no effect: a status has no resources. */
    @Override
    public void free() throws MPIException {
        // A status holds nothing but its numbers.
    }

    /** Returns what the message's elements are counted by. */
    MessageKind kind() {
        return MessageKind.BYTES;
    }

    private static final class OfBytes extends Status {
        OfBytes(MessageOperation done, int index) {
            super(done, index);
        }
    }

    private static final class OfTwoBytes extends Status {
        OfTwoBytes(MessageOperation done, int index) {
            super(done, index);
        }

        @Override
        MessageKind kind() {
            return MessageKind.TWO_BYTES;
        }
    }

    private static final class OfFourBytes extends Status {
        OfFourBytes(MessageOperation done, int index) {
            super(done, index);
        }

        @Override
        MessageKind kind() {
            return MessageKind.FOUR_BYTES;
        }
    }

    private static final class OfEightBytes extends Status {
        OfEightBytes(MessageOperation done, int index) {
            super(done, index);
        }

        @Override
        MessageKind kind() {
            return MessageKind.EIGHT_BYTES;
        }
    }

    private static final class OfObjects extends Status {
        OfObjects(MessageOperation done, int index) {
            super(done, index);
        }

        @Override
        MessageKind kind() {
            return MessageKind.OBJECTS;
        }
    }

    private static final class OfEmptyItems extends Status {
        OfEmptyItems(MessageOperation done, int index) {
            super(done, index);
        }

        @Override
        MessageKind kind() {
            return MessageKind.EMPTY_ITEMS;
        }
    }

    private static final class OfNone extends Status {
        OfNone(MessageOperation done, int index) {
            super(done, index);
        }

        @Override
        MessageKind kind() {
            return MessageKind.NONE;
        }
    }
}
