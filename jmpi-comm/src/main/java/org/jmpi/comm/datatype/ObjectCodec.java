package org.jmpi.comm.datatype;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Turns objects into bytes and back, for {@code MPI.OBJECT}; found by {@link java.util.ServiceLoader}.
 *
 * <p>Both methods run on the thread of the program that sends or receives, whose context class loader knows its classes.
 */
public interface ObjectCodec {
    /** Returns the name by which the setting {@code jmpi.object.codec} chooses it. */
    String name();

    /**
     * Writes the elements of an array: at least one byte.
     *
     * @throws IOException if one can't be encoded; the message names its class
     */
    void encode(Object[] array, int offset, int count, OutputStream out) throws IOException;

    /**
     * Reads as many elements as {@link #encode} was given.
     *
     * @throws IOException if the bytes are not what {@link #encode} wrote, or name a class that the allow-list does not
     * @throws ClassNotFoundException if this rank's class path lacks a class
     */
    void decode(InputStream in, Object[] array, int offset, int count) throws IOException, ClassNotFoundException;
}
