package org.jmpi.comm.transport;

import java.nio.ByteBuffer;

/** Takes the payload of one frame, in order, as its bytes come. */
public interface Sink {
    /** {@return how many payload bytes follow the header of the frame; never 0} */
    long bytes();

    /**
     * Unpacks the next bytes of the payload.
     *
     * @param position of the chunk's first byte, in bytes from the start of the payload
     * @param chunk little-endian; consumed up to its limit, which does not pass the end of the payload
     */
    void unpack(long position, ByteBuffer chunk);

    /**
     * {@return native memory for the payload's bytes from a position on, at least for the first of them, where a
     * transport may put them in place of {@link #unpack}; null if they are to be unpacked} It may have room beyond the
     * payload's end. The answer holds for one access: a receive may be given up meanwhile.
     *
     * @param position in bytes from the start of the payload, before its end
     * @param views has the view that is returned; an access to it fails once the program has closed its arena
     */
    default ByteBuffer room(long position, LastView views) {
        return null;
    }

    /**
     * Takes the whole payload at once from a source in the same JVM: one array copy where both ends are arrays.
     *
     * @param source the payload, {@link #bytes} long
     */
    void take(Source source);

    /**
     * {@return whether several threads may take fragments of the payload at the same time}
     *
     * @param source the payload
     */
    default boolean takesFragments(Source source) {
        return false;
    }

    /**
     * Takes a fragment of the payload; {@link #takesFragments} was true.
     *
     * @param source the payload, {@link #bytes} long
     * @param position of the fragment's first byte, a multiple of 8
     * @param length of the fragment in bytes
     */
    default void takeFragment(Source source, long position, long length) {
        throw new UnsupportedOperationException("fragments of a payload that is taken as a whole");
    }

    /** Called once, after the last byte, by the thread that moved it. */
    void end();
}
