package org.jmpi.transport.rmi;

import java.nio.ByteBuffer;

/** How the four words of a frame's header travel. Not used by two threads at once. */
interface Envelopes {
    /** {@return the length in bytes that no envelope exceeds} */
    int longest();

    /**
     * Writes a header.
     *
     * @param out has room for {@link #longest} bytes
     */
    void write(long word0, long word1, long word2, long word3, ByteBuffer out);

    /**
     * Reads what {@link #write} wrote.
     *
     * @param words the header afterwards
     * @throws RuntimeException if it is none, or not all there
     */
    void read(ByteBuffer in, long[] words);
}
