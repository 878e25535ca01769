package org.jmpi.comm.datatype;

import java.io.IOException;
import java.io.InputStream;

/**
 * Turns objects into bytes and back, for {@code MPI.OBJECT}; made by an {@link ObjectCodecProvider}.
 *
 * <p>Both methods run on the thread of the program that sends or receives, whose context class loader knows its
 * classes; a rank's threads may call at the same time. An exception that they throw fails the one call of the program
 * and nothing else; so does the error of a stack or a heap that is too small.
 */
public interface ObjectCodec {
    /** {@return the name by which the setting {@code jmpi.object.codec} chooses it} */
    String name();

    /**
     * Writes the elements of an array: at least one byte.
     *
     * @param array holds the objects
     * @param offset the index of the first one
     * @param count how many
     * @param out takes the bytes; stays open
     * @throws IOException if one can't be encoded; the message names its class
     */
    void encode(Object[] array, int offset, int count, EncodedOutput out) throws IOException;

    /**
     * Reads as many elements as {@link #encode} was given.
     *
     * @param in what {@link #encode} wrote, and no more: {@link InputStream#available} returns how many bytes are left,
     *     at most {@link Integer#MAX_VALUE}, by which a length in the message is to be checked before memory is taken
     * for it
     * @param array holds the objects
     * @param offset the index of the first one
     * @param count how many
     * @throws IOException if the bytes are not what {@link #encode} wrote, or name a class that the allow-list does not
     * @throws ClassNotFoundException if this rank's class path lacks a class
     */
    void decode(InputStream in, Object[] array, int offset, int count) throws IOException, ClassNotFoundException;
}
