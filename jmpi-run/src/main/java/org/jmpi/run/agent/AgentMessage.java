package org.jmpi.run.agent;

import java.util.Map;
import org.jmpi.comm.control.ControlMessage;
import org.jmpi.comm.transport.HeartbeatSocket;
import org.jmpi.comm.transport.SocketAddresses;
import org.jmpi.run.local.ProcessStart;
import org.jmpi.run.system.HostCores;
import org.jmpi.run.system.RecordCodec;

/**
 * A message between jmpirun and its agent on another host. {@link AgentChannel} draws the frame that carries it,
 * {@link RecordCodec} describes its body.
 */
public sealed interface AgentMessage {
    /** A message that jmpirun sends. */
    sealed interface ToAgent extends AgentMessage {}

    /** A message that an agent sends. */
    sealed interface FromAgent extends AgentMessage {}

    RecordCodec<AgentMessage> CODEC = new RecordCodec<>(AgentMessage.class, "message between jmpirun and an agent");

    /** The sender lives. Each side of a channel sends it when it has sent nothing else for some time. */
    record Alive() implements ToAgent, FromAgent {}

    /**
     * The job of which the host has a part: the first message to an agent of a job. The answer is {@link Ready} or
     * {@link Refused}.
     */
    record Orders(JobOrders orders) implements ToAgent {}

    /**
     * The agent starts further agents, and forwards what they send and what is for them.
     *
     * @param command starts each of them
     * @param hosts the name of each host, by its number
     */
    record Children(AgentCommand command, Map<Integer, String> hosts) implements ToAgent {}

    /** The agent starts a process. */
    record Start(ProcessStart start) implements ToAgent {}

    /**
     * The agent passes a message to a process.
     *
     * @param first the first rank of the process
     * @param message one of {@link ControlMessage.ToProcess}, as it travels
     */
    record Control(int first, byte[] message) implements ToAgent {}

    /**
     * The agent closes the control connection of a process.
     *
     * @param first the first rank of the process
     */
    record HangUp(int first) implements ToAgent {}

    /**
     * Input for a process.
     *
     * @param bytes none at the end of the input
     */
    record Input(int process, byte[] bytes) implements ToAgent {}

    /**
     * Output of the agent's processes has been passed on, so that the agent may send as much again.
     *
     * @param bytes how many
     */
    record OutputTaken(int bytes) implements ToAgent {}

    /** The agent reads the stacks of a process from outside. The answer is {@link Threads}. */
    record ReadThreads(int process) implements ToAgent {}

    /**
     * The agent ends its processes, answers {@link Ended}, and ends itself.
     *
     * @param failed whether the job has failed, so that its processes may have left something behind
     */
    record End(boolean failed) implements ToAgent {}

    /**
     * The agent's processes have so much time from SIGTERM to SIGKILL when they end, also if they do already.
     *
     * @param nanos the time in ns
     */
    record GracePeriod(long nanos) implements ToAgent {}

    /** SIGUSR1 has reached the agent, or the agent passes it on to its processes. */
    public record UserSignal() implements ToAgent, FromAgent {}

    /**
     * The sender takes heart-beats as datagrams. Each side of a channel sends it once.
     *
     * @param text a {@link HeartbeatSocket.Subscription}
     */
    record Subscription(String text) implements ToAgent, FromAgent {}

    /**
     * The agent checks whether connections get through from its host and to it. The answer is {@link Probed} or
     * {@link Refused}.
     *
     * @param settings as variables of the environment
     * @param addresses where jmpirun listens, as {@link SocketAddresses} writes them
     */
    record Probe(Map<String, String> settings, String addresses) implements ToAgent {}

    /**
     * An agent is there. Its parent says so when it has read the agent's {@link AgentGreeting}.
     *
     * @param greeting one line about the agent
     */
    record Arrived(String greeting) implements FromAgent {}

    /**
     * The agent can carry out its {@link Orders}.
     *
     * @param cores those of its host
     */
    record Ready(HostCores cores) implements FromAgent {}

    /**
     * The agent cannot carry out its {@link Orders}.
     *
     * @param reason one line
     */
    record Refused(String reason) implements FromAgent {}

    /**
     * The agent has carried out a {@link Probe}, and listens until it ends.
     *
     * @param java the version of the agent's JVM
     * @param millis the time of its clock when the order came
     * @param reached whether a connection to jmpirun got through
     * @param addresses where it listens, as {@link SocketAddresses} writes them
     */
    record Probed(String java, long millis, boolean reached, String addresses) implements FromAgent {}

    /** A process runs. */
    record Started(int process, long pid) implements FromAgent {}

    /**
     * A process could not be started.
     *
     * @param reason one line
     */
    record NotStarted(int process, String reason) implements FromAgent {}

    /**
     * A process has ended.
     *
     * @param exception what ended it according to its output; empty if that says nothing
     */
    record Exited(int process, int code, String exception) implements FromAgent {}

    /**
     * Output of a process: whole lines, or the beginning of one after which the process pauses.
     *
     * @param isError whether it is standard error
     */
    record Output(int process, boolean isError, byte[] bytes) implements FromAgent {}

    /**
     * A process has connected to the agent.
     *
     * @param first the first rank of the process
     */
    record Connected(int first) implements FromAgent {}

    /**
     * A process has sent a message.
     *
     * @param first the first rank of the process
     * @param message one of {@link ControlMessage.ToLauncher}, as it travels
     */
    record Received(int first, byte[] message) implements FromAgent {}

    /**
     * The control connection of a process has ended.
     *
     * @param first the first rank of the process
     */
    record Disconnected(int first) implements FromAgent {}

    /**
     * A process has taken input, so that as much may be sent again.
     *
     * @param bytes how many; negative if it takes no more
     */
    record InputTaken(int process, int bytes) implements FromAgent {}

    /** The stacks of a process, or one line that says why there are none. */
    record Threads(int process, String text) implements FromAgent {}

    /**
     * The agent's processes are gone, and all their output has been sent. Nothing follows.
     *
     * @param trouble one line about what could not be removed; empty if there is nothing
     */
    record Ended(String trouble) implements FromAgent {}

    /**
     * A part of the recording of a process that has ended. jmpirun answers {@link OutputTaken}.
     *
     * @param first the first rank of the process
     */
    record Recording(int first, byte[] bytes) implements FromAgent {}

    /**
     * An agent did not start, or is lost. Its parent says so.
     *
     * @param started whether it had started
     * @param reason one line
     */
    record Lost(boolean started, String reason) implements FromAgent {}

    /**
     * An agent has not greeted for some time. Its parent says so.
     *
     * @param line what is known
     */
    record Waits(String line) implements FromAgent {}

    /** A signal ends the agent, which ends its processes; {@link Ended} follows. */
    record Signalled(String signal) implements FromAgent {}

    /** SIGKILL has ended a process that had its time to end by itself. */
    record Killed(int process) implements FromAgent {}
}
