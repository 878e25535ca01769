package mpi;

import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.request.Request;

/**
 * What is known of a message that was received, or found by a probe (MPI-4.1 section 3.2.5).
 *
 * <p>A status is made for each message: its class tells how wide the message's elements are, so that it needs no field for
 * that and takes 32 bytes.
 */
public class Status extends Freeable {
    /** The place of the completed request in the array given to Waitany, Testany, Waitsome or Testsome. */
    public int index;

    /** The sender's rank in the communicator. */
    public int source;

    /** The message's tag. */
    public int tag;

    /**
     * How many items of the receive's datatype the message has, or how many elements of a message found by a probe;
     * {@link MPI#UNDEFINED} if it is not a whole number.
     */
    public int count;

    /** How many basic elements the message has; {@link MPI#UNDEFINED} if an int can't tell. */
    public int numEls;

    /** Creates the status of no message: {@code source == MPI.ANY_SOURCE}, {@code tag == MPI.ANY_TAG}, no elements. */
    public Status() {
        source = Communicator.ANY_SOURCE;
        tag = Communicator.ANY_TAG;
        index = Communicator.UNDEFINED;
    }

    private Status(Request done) {
        source = done.source();
        tag = done.tag();
        index = Communicator.UNDEFINED;
        numEls = done.elements();
        count = done.items(numEls);
    }

    /** Returns what is known of the message of a request that is done. */
    static Status of(Request done) {
        if (done.isCancelled()) return new OfNone(done);
        if (done.messageType() == BasicType.OBJECT) return new OfObjects(done);
        if (done.objects() > 0) return new OfEmptyItems(done);
        return switch (done.elementType().width()) {
            case 2 -> new OfTwoBytes(done);
            case 4 -> new OfFourBytes(done);
            case 8 -> new OfEightBytes(done);
            default -> new OfBytes(done);
        };
    }

    Status at(int place) {
        index = place;
        return this;
    }

    /**
     * {@return how many items of a datatype the message has; {@link MPI#UNDEFINED} if it is not a whole number of them}
     *
     * @param datatype what the message is counted in
     * @throws MPIException of class ERR_TYPE if the datatype is null or has been freed
     */
    public int Get_count(Datatype datatype) throws MPIException {
        Layout layout = layout(datatype);
        int elements = elements(layout.type());
        if (layout.size() == 0) return emptyItems();
        return elements == MPI.UNDEFINED || elements % layout.size() != 0 ? MPI.UNDEFINED : elements / layout.size();
    }

    /**
     * {@return how many basic elements of a datatype the message has; {@link MPI#UNDEFINED} if it is not a whole number
     * of them, or more than an int can tell, or if the datatype has none}
     *
     * @param datatype what the message is counted in
     * @throws MPIException of class ERR_TYPE if the datatype is null or has been freed
     */
    public int Get_elements(Datatype datatype) throws MPIException {
        return elements(layout(datatype).type());
    }

    /** {@return whether the request was cancelled before it was matched (MPI-4.1 section 3.8.4)} */
    public boolean Test_cancelled() throws MPIException {
        return false;
    }

    /** Lets go of the status, which needs nothing of the kind. */
    @Override
    public void free() throws MPIException {
        // A status holds nothing but its numbers.
    }

    /** Returns the bytes of an element; 0 if the message has no elements of a fixed width. */
    int width() {
        return 0;
    }

    /** Returns how many elements of a type the message has, or UNDEFINED. */
    int elements(BasicType type) {
        if (type.width() == 0) return numEls == 0 ? 0 : MPI.UNDEFINED;
        if (numEls == MPI.UNDEFINED) return MPI.UNDEFINED;
        long elements = type.elements((long) numEls * width());
        return elements < 0 || elements > Integer.MAX_VALUE ? MPI.UNDEFINED : (int) elements;
    }

    /** Returns how many items without any element the message has. */
    int emptyItems() {
        return numEls == 0 ? 0 : MPI.UNDEFINED;
    }

    private static Layout layout(Datatype datatype) {
        if (datatype == null) throw Ranks.raised(new CommException(ErrorClass.TYPE, "datatype is null"));
        return datatype.layout();
    }

    private static final class OfBytes extends Status {
        OfBytes(Request done) {
            super(done);
        }

        @Override
        int width() {
            return 1;
        }
    }

    private static final class OfTwoBytes extends Status {
        OfTwoBytes(Request done) {
            super(done);
        }

        @Override
        int width() {
            return 2;
        }
    }

    private static final class OfFourBytes extends Status {
        OfFourBytes(Request done) {
            super(done);
        }

        @Override
        int width() {
            return 4;
        }
    }

    private static final class OfEightBytes extends Status {
        OfEightBytes(Request done) {
            super(done);
        }

        @Override
        int width() {
            return 8;
        }
    }

    private static final class OfObjects extends Status {
        OfObjects(Request done) {
            super(done);
        }

        @Override
        int elements(BasicType type) {
            return type == BasicType.OBJECT ? numEls : numEls == 0 ? 0 : MPI.UNDEFINED;
        }
    }

    private static final class OfEmptyItems extends Status {
        OfEmptyItems(Request done) {
            super(done);
            numEls = 0;
        }

        @Override
        int elements(BasicType type) {
            return type == BasicType.NONE ? MPI.UNDEFINED : 0;
        }

        @Override
        int emptyItems() {
            return count;
        }
    }

    private static final class OfNone extends Status {
        OfNone(Request done) {
            super(done);
            count = 0;
            numEls = 0;
        }

        @Override
        public boolean Test_cancelled() throws MPIException {
            return true;
        }
    }
}
