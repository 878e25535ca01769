package org.jmpi.comm.datatype;

import java.io.OutputStream;

/**
 * Takes the bytes that an {@link ObjectCodec} makes of objects; a write throws once they are more than a message may
 * have.
 */
public abstract class EncodedOutput extends OutputStream {
    /** For subclasses. */
    protected EncodedOutput() {}

    /** Forgets what has been written: a codec that has begun in one way may go on in another. */
    public abstract void restart();
}
