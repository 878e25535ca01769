package org.jmpi.comm.trust;

import java.io.IOException;

/** Another attempt to connect would end in the same way: {@link ConnectRetry} makes none. */
public final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message says why no attempt can succeed
     */
    public RefusedException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message says why no attempt can succeed
     * @param cause what showed it; may be null
     */
    public RefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
