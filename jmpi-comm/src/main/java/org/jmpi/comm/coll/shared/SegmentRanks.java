package org.jmpi.comm.coll.shared;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectMessage;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/** The ranks of an operation in a {@link SharedSegment}, as far as it depends on them. */
public interface SegmentRanks {
    /** {@return this rank} */
    int rank();

    /** {@return the bytes of a block or an operand from which on ranks of one JVM read it in each other's arrays} */
    long publishedBytes();

    /** {@return the bytes of an operand from which on each rank combines but a part of all} */
    long partsBytes();

    /** {@return the codec of objects} */
    ObjectCodec codec();

    /**
     * Encodes objects for other ranks. If that fails, the failure is noted, and the other ranks get it instead of the
     * objects: they count on a message.
     *
     * @param segment where the objects are
     * @return what to send
     */
    default ByteChunks encode(Segment segment) {
        try {
            return ObjectMessage.encode(codec(), segment);
        } catch (CommException e) {
            noteObjects(e);
            return ObjectMessage.failed(rank(), e);
        }
    }

    /**
     * Copies this rank's own contribution, as if it were sent and received.
     *
     * @param from the items
     * @param to where they go
     */
    void copy(Buffer from, Buffer to);

    /**
     * Notes that what another rank gave does not match what this one awaits. The operation goes on and then fails.
     *
     * @param mismatch the failure; the first one counts
     */
    void note(CommException mismatch);

    /**
     * Notes that objects could not be encoded or decoded. The operation goes on and then fails.
     *
     * @param failure why; the first one counts
     */
    default void noteObjects(CommException failure) {
        note(failure);
    }

    /** Does the same as {@link #note}, with the failure of {@link #mismatched}. */
    default void mismatch(ErrorClass errorClass, int from, String gave, String awaits) {
        note(mismatched(errorClass, from, gave, awaits));
    }

    /**
     * {@return the failure of an operation to which another rank gave what does not match}
     *
     * @param errorClass what does not match: TRUNCATE, TYPE, OP or ROOT
     * @param from the other rank
     * @param gave what the other rank gave, such as {@code 4 elements of INT}
     * @param awaits what this rank awaits
     */
    default CommException mismatched(ErrorClass errorClass, int from, String gave, String awaits) {
        return new CommException(errorClass, "rank " + from + " gave " + gave + ", this rank awaits " + awaits);
    }

    /**
     * {@return the failure of an operation that another rank has left before this rank had what it gave}
     *
     * @param from the other rank
     */
    default CommException left(int from) {
        return new CommException(
                ErrorClass.OTHER,
                "rank " + from + " has left the operation before its data were read: it has failed there, or called"
                        + " another operation");
    }
}
