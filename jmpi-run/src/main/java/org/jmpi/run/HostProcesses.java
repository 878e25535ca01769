package org.jmpi.run;

import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;

/** The processes of a job on one host. Any thread may call the methods. */
interface HostProcesses {
    /** Hears of the processes of a host. */
    interface Listener {
        /** A process runs. */
        void started(int process, long pid);

        /**
         * A process could not be started.
         *
         * @param reason one line
         */
        void notStarted(int process, String reason);

        /**
         * A process has ended. Called by a thread that may wait.
         *
         * @param exception what ended the process according to its output; null if that says nothing
         */
        void exited(int process, int code, String exception);
    }

    /**
     * Starts a process, unless {@link #end} has been called before. The listener hears whether it runs.
     *
     * @param streams take its output; not used with {@link ProcessStart.Streams#SAME}
     */
    void start(ProcessStart start, RankStreams streams);

    /** Returns what leads to the standard input of a process with {@link ProcessStart.Streams#PIPES}. */
    OutputStream stdin(int process);

    /** Returns the stacks of a process's JVMs, read from outside, or one line that says why there are none. */
    CompletableFuture<String> threads(int process);

    /** Waits until all output is passed on. */
    void awaitOutput(long deadline) throws InterruptedException;

    /** Waits until all output is passed on, or there was none for some time. */
    void awaitSilence(long nanos) throws InterruptedException;

    /** Ends all processes and what they have started; returns when they are gone. */
    void end();
}
