package org.jmpi.transport.rmi;

import java.nio.ByteBuffer;

/** How the four words of a frame's header travel. Not used by two threads at once. */
interface Envelopes {
    /** No envelope is longer: eight halves of a word, each in at most five bytes of Kryo's. */
    int MOST_BYTES = 40;

    /**
     * Writes a header.
     *
     * @param out has room for {@link #MOST_BYTES}
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
