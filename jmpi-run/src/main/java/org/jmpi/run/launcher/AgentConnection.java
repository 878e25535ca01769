package org.jmpi.run.launcher;

import java.io.Closeable;
import java.io.InputStream;
import java.io.OutputStream;

/** A byte channel to an agent. */
public interface AgentConnection extends Closeable {
    /** {@return what the agent writes} */
    InputStream in();

    /** {@return what the agent reads} */
    OutputStream out();

    /** Notes that the agent has greeted: no line that a login has printed before is why the channel ends. */
    default void greeted() {}

    /**
     * {@return why the channel has ended, in one line with the remedy; empty if nothing says so}
     *
     * @param millis how long to wait for the end of the process that carries the channel, in ms
     */
    String trouble(long millis);

    /**
     * {@return why no agent has greeted before the end of the channel, in one line with the remedy}
     *
     * @param millis how long to wait for the end of the process that carries the channel, in ms
     * @param printed what has come in place of the greeting
     */
    default String failure(long millis, PrintedLines printed) {
        String trouble = trouble(millis);
        return trouble.isEmpty() ? "it ended before it greeted" : trouble;
    }

    /**
     * {@return what is known of an agent that has not greeted, in one line}
     *
     * @param seconds how long it has not
     * @param printed what has come in place of the greeting
     */
    default String silence(long seconds, PrintedLines printed) {
        return "it has not started within " + seconds + " s";
    }

    /** Ends the channel at once. The agent then ends the processes of its host, and itself. */
    @Override
    void close();
}
