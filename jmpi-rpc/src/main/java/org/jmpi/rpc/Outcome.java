package org.jmpi.rpc;

/** Takes what becomes of a call; one of the methods is called, once. */
interface Outcome {
    /** Takes the result; null for none. */
    void returned(Object value);

    /** Takes what the method has thrown. */
    void threw(Throwable cause);

    /** Takes why the method has not run. */
    void refused(Throwable cause);
}
