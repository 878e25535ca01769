package org.jmpi.comm.transport;

/** A thread that does not keep its JVM from ending. */
public final class DaemonThread extends Thread {
    /**
     * Makes a thread, which {@link #start} starts.
     *
     * @param body runs on it
     * @param name of the thread
     */
    public DaemonThread(Runnable body, String name) {
        super(body, name);
        setDaemon(true);
    }
}
