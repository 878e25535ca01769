package org.jmpi.comm.control;

/**
 * Receives what the processes of a job send to their launcher. The calls for one process come in the order of its
 * messages; no method may block.
 */
public interface LauncherListener {
    /**
     * A process has connected, and has proved the secret of the job.
     *
     * @param first the first of its ranks
     * @param connection the way back to it
     */
    default void connected(int first, ControlConnection connection) {}

    /**
     * A process has sent a message.
     *
     * @param first the first of its ranks
     * @param message the message; the rank in it is one of the process's
     */
    void received(int first, ControlMessage.ToLauncher message);

    /**
     * The connection of a process has ended.
     *
     * @param first the first of its ranks
     */
    void disconnected(int first);
}
