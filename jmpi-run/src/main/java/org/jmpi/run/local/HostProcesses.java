package org.jmpi.run.local;

import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import org.jmpi.run.output.RankStreams;

/** The processes of a job on one host, and their control connections. Any thread may call the methods. */
public interface HostProcesses {
    /** Is notified of the processes of a host. */
    public interface ProcessListener {
        /** A process runs. */
        void started(int process, long pid);

        /**
         * A process could not be started.
         *
         * @param reason one line
         */
        void notStarted(int process, String reason);

        /**
         * A process has ended, and all that it has sent has been passed on.
         *
         * @param exception what ended the process according to its output; null if that says nothing
         */
        void exited(int process, int code, String exception);

        /** SIGKILL ends a process that had its time to end by itself. */
        void killed(int process);
    }

    /**
     * Starts a process, unless {@link #end} has been called before. The listener is notified whether it runs.
     *
     * @param streams take its output; not used with {@link ProcessStart.Streams#SAME}
     */
    void start(ProcessStart start, RankStreams streams);

    /** Returns what leads to the standard input of a process with {@link ProcessStart.Streams#PIPES}. */
    OutputStream stdin(int process);

    /** Returns the stacks of a process's JVMs, read from outside, or one line that says why there are none. */
    CompletableFuture<String> threads(int process);

    /** Sets the time from SIGTERM to SIGKILL in {@link #end}, in ns. It counts at once, also during that call. */
    void grace(long nanos);

    /** Passes SIGUSR1 on to each process that it has not reached. */
    void passSignal();

    /**
     * Ends all processes and what they have started. {@link #awaitOutput} returns when they are gone and their output
     * is passed on.
     *
     * @param failed whether the job has failed: then its processes may have left something behind, which is removed
     */
    void end(boolean failed);

    /** Waits until all output is passed on, and after {@link #end} until all is at its end. */
    void awaitOutput(long deadline) throws InterruptedException;

    /**
     * Waits until all output is passed on, or there was none for some time, however long its reader may pause.
     */
    void awaitSilence(long nanos) throws InterruptedException;

    /** Closes all connections; processes that are still there then end by themselves. */
    void close();
}
