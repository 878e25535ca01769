package org.jmpi.run.launcher;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A way to start agents on hosts; found by {@link java.util.ServiceLoader}. */
public interface Launcher {
    /**
     * The word behind an agent's command which has it end the processes of a job, whose name follows, and nothing else.
     */
    String END_JOB = "--end-job";

    /** {@return the name given to {@code --launcher}} */
    String name();

    /**
     * {@return the hosts that a batch system has set aside for this job, in its order; empty if there are none}
     *
     * @param environment the variables of this process
     * @throws IOException if the batch system's variables make no sense; the message names the variable and its value
     */
    default List<AllocatedHost> allocation(Map<String, String> environment) throws IOException {
        return List.of();
    }

    /** {@return how many agents one process starts at most; agents start the others} */
    int fanout();

    /**
     * Starts an agent on each of some hosts, all at once. The listener is called once for each host: its agent
     * is connected, or failed.
     *
     * @param start what to start, and where
     * @param listener its methods are called by threads of the launcher, which may wait
     */
    void start(AgentStart start, StartListener listener);

    /** Is notified of the agents that are started. */
    public interface StartListener {
        /**
         * An agent, or what says why there is none, can be reached.
         *
         * @param host as it was given
         * @param connection the way to it
         */
        void connected(String host, AgentConnection connection);

        /**
         * No agent was started.
         *
         * @param host as it was given
         * @param reason one line with the remedy
         */
        void failed(String host, String reason);
    }

    /**
     * A host of a batch system's allocation.
     *
     * @param name by which the launcher reaches it
     * @param slots how many ranks it is meant for
     */
    record AllocatedHost(String name, int slots) {}
}
