package org.jmpi.rpc;

/** Takes what becomes of a call; one of the methods is called, once. */
interface Outcome {
    /** Notes that the call has begun; before the others, unless it is refused. */
    default void began() {}

    /** Takes the result; null for none. */
    void returned(Object value);

    /** Takes what the method has thrown. */
    void threw(Throwable cause);

    /** Takes why the method has not run. */
    void refused(Throwable cause);
}
