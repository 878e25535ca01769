package org.jmpi.pvm;

/** A call of JPVM that fails; package jpvm makes its own exception of it. */
public final class PvmException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Makes the exception.
     *
     * @param message has the values, and what to do
     */
    public PvmException(String message) {
        super(message);
    }

    /**
     * Makes the exception.
     *
     * @param message has the values, and what to do
     * @param cause why the call fails
     */
    public PvmException(String message, Throwable cause) {
        super(message, cause);
    }
}
