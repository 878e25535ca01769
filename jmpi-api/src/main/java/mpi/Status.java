package mpi;

import org.jmpi.comm.context.CommContext;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.request.Request;

/** What is known of a message that was received, or found by a probe (MPI-4.1 section 3.2.5). */
public class Status implements Freeable {
    /** The place of the completed request in the array given to Waitany, Testany, Waitsome or Testsome. */
    public int index;

    /** The sender's rank in the communicator. */
    public int source;

    /** The message's tag. */
    public int tag;

    /**
     * What {@link #size} holds for a cancelled request; {@code CANCELLED + n} stands for a message of n items without bytes,
     * {@code -1 - n} for one of n objects, n > 0.
     */
    private static final long CANCELLED = Long.MIN_VALUE;

    /** The message's bytes, in one field with what excludes them: a status is made for each message received. */
    private long size;

    /** Creates the status of no message: {@code source == MPI.ANY_SOURCE}, {@code tag == MPI.ANY_TAG}, no elements. */
    public Status() {
        source = CommContext.ANY_SOURCE;
        tag = CommContext.ANY_TAG;
        index = CommContext.UNDEFINED;
    }

    Status(Request done) {
        source = done.source();
        tag = done.tag();
        size = done.isCancelled() ? CANCELLED : sizeOf(done.bytes(), done.objects());
    }

    private static long sizeOf(long bytes, int objects) {
        if (objects == 0) return bytes;
        return bytes == 0 ? CANCELLED + objects : -1L - objects;
    }

    Status at(int place) {
        index = place;
        return this;
    }

    /**
     * Returns how many items of a datatype the message has; {@link MPI#UNDEFINED} if it is not a whole number of them.
     *
     * @throws MPIException of class ERR_TYPE if the datatype is null or was freed
     */
    public int Get_count(Datatype datatype) throws MPIException {
        Layout layout = layout(datatype);
        if (layout.size() == 0) return emptyItems();
        int elements = Get_elements(datatype);
        return elements == MPI.UNDEFINED || elements % layout.size() != 0 ? MPI.UNDEFINED : elements / layout.size();
    }

    /** Returns how many items there are of a datatype whose items have no elements. */
    private int emptyItems() {
        if (size == 0 || size == CANCELLED) return 0;
        return isOfEmptyItems() ? (int) (size - CANCELLED) : MPI.UNDEFINED;
    }

    private boolean isOfEmptyItems() {
        return size > CANCELLED && size <= CANCELLED + Integer.MAX_VALUE;
    }

    /**
     * Returns how many basic elements of a datatype the message has; {@link MPI#UNDEFINED} if it is not a whole number of
     * them, or more than an int can tell, or if a message of items without elements meets a datatype without a base type.
     *
     * @throws MPIException of class ERR_TYPE if the datatype is null or was freed
     */
    public int Get_elements(Datatype datatype) throws MPIException {
        BasicType type = layout(datatype).type();
        if (size == CANCELLED || size == 0) return 0;
        if (type == BasicType.NONE) return MPI.UNDEFINED;
        if (isOfEmptyItems()) return 0;
        if (type == BasicType.OBJECT) return size < 0 ? (int) (-1 - size) : MPI.UNDEFINED;
        if (size < 0 || size % type.width() != 0) return MPI.UNDEFINED;
        long elements = size / type.width();
        return elements > Integer.MAX_VALUE ? MPI.UNDEFINED : (int) elements;
    }

    /** Returns whether the request was cancelled before it was matched (MPI-4.1 section 3.8.4). */
    public boolean Test_cancelled() throws MPIException {
        return size == CANCELLED;
    }

    /** Does nothing: a status holds no more than its fields. */
    @Override
    public void free() throws MPIException {}

    private static Layout layout(Datatype datatype) {
        if (datatype == null) throw new MPIException(new CommException(ErrorClass.TYPE, "datatype is null"));
        return datatype.layout();
    }
}
