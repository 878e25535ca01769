package org.jmpi.run.agent;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jmpi.comm.control.ControlMessage;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.transport.HeartbeatSocket;
import org.jmpi.comm.transport.SocketAddresses;
import org.jmpi.run.local.ProcessStart;
import org.jmpi.run.system.HostCores;

/**
 * A message between jmpirun and its agent on another host. {@link AgentChannel} draws the frame that carries it,
 * {@link ControlWriter} describes the fields of its body.
 */
public sealed interface AgentMessage {
    /** A message that jmpirun sends. */
    sealed interface ToAgent extends AgentMessage {}

    /** A message that an agent sends. */
    sealed interface FromAgent extends AgentMessage {}

    /** Writes the number that stands for the kind of this message, and the body. */
    void write(ControlWriter out);

    /** The sender lives. Each side of a channel sends it when it has sent nothing else for some time. */
    record Alive() implements ToAgent, FromAgent {
        static final int KIND = 0;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND);
        }
    }

    /**
     * The sender takes heart-beats as datagrams. Each side of a channel sends it once.
     *
     * @param text a {@link HeartbeatSocket.Subscription}
     */
    record Subscription(String text) implements ToAgent, FromAgent {
        static final int KIND = 12;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeText(text);
        }
    }

    /**
     * The job of which the host has a part: the first message to an agent of a job. The answer is {@link Ready} or
     * {@link Refused}.
     */
    record Orders(JobOrders orders) implements ToAgent {
        private static final int KIND = 1;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND);
            orders.write(out);
        }
    }

    /**
     * The agent starts further agents, and forwards what they send and what is for them.
     *
     * @param command starts each of them
     * @param hosts the name of each host, by its number
     */
    record Children(AgentCommand command, Map<Integer, String> hosts) implements ToAgent {
        private static final int KIND = 2;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND);
            command.write(out);
            out.writeInt(hosts.size());
            hosts.forEach((number, name) -> out.writeInt(number).writeText(name));
        }

        private static Children read(ControlReader in) throws IOException {
            AgentCommand command = AgentCommand.read(in);
            Map<Integer, String> hosts = new LinkedHashMap<>();
            for (int left = in.readCount("hosts", 2 * Integer.BYTES); left > 0; left--)
                hosts.put(in.readInt(), in.readText());
            return new Children(command, hosts);
        }
    }

    /** The agent starts a process. */
    record Start(ProcessStart start) implements ToAgent {
        private static final int KIND = 3;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND);
            start.write(out);
        }
    }

    /**
     * The agent passes a message to a process.
     *
     * @param first the first rank of the process
     * @param message one of {@link ControlMessage.ToProcess}, as it travels
     */
    record Control(int first, byte[] message) implements ToAgent {
        private static final int KIND = 4;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(first).writeBlock(message);
        }
    }

    /**
     * The agent closes the control connection of a process.
     *
     * @param first the first rank of the process
     */
    record HangUp(int first) implements ToAgent {
        private static final int KIND = 5;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(first);
        }
    }

    /**
     * Input for a process.
     *
     * @param bytes none at the end of the input
     */
    record Input(int process, byte[] bytes) implements ToAgent {
        private static final int KIND = 6;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(process).writeBlock(bytes);
        }
    }

    /**
     * Output of the agent's processes has been passed on, so that the agent may send as much again.
     *
     * @param bytes how many
     */
    record OutputTaken(int bytes) implements ToAgent {
        private static final int KIND = 7;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(bytes);
        }
    }

    /** The agent reads the stacks of a process from outside. The answer is {@link Threads}. */
    record ReadThreads(int process) implements ToAgent {
        private static final int KIND = 8;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(process);
        }
    }

    /**
     * The agent ends its processes, answers {@link Ended}, and ends itself.
     *
     * @param failed whether the job has failed, so that its processes may have left something behind
     */
    record End(boolean failed) implements ToAgent {
        private static final int KIND = 9;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeBoolean(failed);
        }
    }

    /**
     * The agent's processes have so much time from SIGTERM to SIGKILL when they end, also if they do already.
     *
     * @param nanos the time in ns
     */
    record GracePeriod(long nanos) implements ToAgent {
        private static final int KIND = 10;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeLong(nanos);
        }
    }

    /** SIGUSR1 has reached the agent, or the agent passes it on to its processes. */
    public record UserSignal() implements ToAgent, FromAgent {
        private static final int KIND = 11;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND);
        }
    }

    /**
     * The agent checks whether connections get through from its host and to it. The answer is {@link Probed} or
     * {@link Refused}.
     *
     * @param settings as variables of the environment
     * @param addresses where jmpirun listens, as {@link SocketAddresses} writes them
     */
    record Probe(Map<String, String> settings, String addresses) implements ToAgent {
        private static final int KIND = 13;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeTexts(settings).writeText(addresses);
        }
    }

    /**
     * An agent is there. Its parent says so when it has read the agent's {@link AgentGreeting}.
     *
     * @param greeting one line about the agent
     */
    record Arrived(String greeting) implements FromAgent {
        private static final int KIND = 20;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeText(greeting);
        }
    }

    /**
     * The agent can carry out its {@link Orders}.
     *
     * @param cores those of its host
     */
    record Ready(HostCores cores) implements FromAgent {
        private static final int KIND = 21;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND)
                    .writeInt(cores.available())
                    .writeInts(cores.allowed())
                    .writeText(cores.taskset());
        }

        private static Ready read(ControlReader in) throws IOException {
            return new Ready(new HostCores(in.readInt(), in.readInts(), in.readText()));
        }
    }

    /**
     * The agent cannot carry out its {@link Orders}.
     *
     * @param reason one line
     */
    record Refused(String reason) implements FromAgent {
        private static final int KIND = 22;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeText(reason);
        }
    }

    /**
     * The agent has carried out a {@link Probe}, and listens until it ends.
     *
     * @param java the version of the agent's JVM
     * @param millis the time of its clock when the order came
     * @param reached whether a connection to jmpirun got through
     * @param addresses where it listens, as {@link SocketAddresses} writes them
     */
    record Probed(String java, long millis, boolean reached, String addresses) implements FromAgent {
        private static final int KIND = 38;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND)
                    .writeText(java)
                    .writeLong(millis)
                    .writeBoolean(reached)
                    .writeText(addresses);
        }
    }

    /** A process runs. */
    record Started(int process, long pid) implements FromAgent {
        private static final int KIND = 23;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(process).writeLong(pid);
        }
    }

    /**
     * A process could not be started.
     *
     * @param reason one line
     */
    record NotStarted(int process, String reason) implements FromAgent {
        private static final int KIND = 24;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(process).writeText(reason);
        }
    }

    /**
     * A process has ended.
     *
     * @param exception what ended it according to its output; empty if that says nothing
     */
    record Exited(int process, int code, String exception) implements FromAgent {
        private static final int KIND = 25;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(process).writeInt(code).writeText(exception);
        }
    }

    /**
     * Output of a process: whole lines, or the beginning of one after which the process pauses.
     *
     * @param isError whether it is standard error
     */
    record Output(int process, boolean isError, byte[] bytes) implements FromAgent {
        private static final int KIND = 26;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(process).writeBoolean(isError).writeBlock(bytes);
        }
    }

    /**
     * A process has connected to the agent.
     *
     * @param first the first rank of the process
     */
    record Connected(int first) implements FromAgent {
        private static final int KIND = 27;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(first);
        }
    }

    /**
     * A process has sent a message.
     *
     * @param first the first rank of the process
     * @param message one of {@link ControlMessage.ToLauncher}, as it travels
     */
    record Received(int first, byte[] message) implements FromAgent {
        private static final int KIND = 28;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(first).writeBlock(message);
        }
    }

    /**
     * The control connection of a process has ended.
     *
     * @param first the first rank of the process
     */
    record Disconnected(int first) implements FromAgent {
        private static final int KIND = 29;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(first);
        }
    }

    /**
     * A process has taken input, so that as much may be sent again.
     *
     * @param bytes how many; negative if it takes no more
     */
    record InputTaken(int process, int bytes) implements FromAgent {
        private static final int KIND = 30;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(process).writeInt(bytes);
        }
    }

    /** The stacks of a process, or one line that says why there are none. */
    record Threads(int process, String text) implements FromAgent {
        private static final int KIND = 31;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(process).writeText(text);
        }
    }

    /**
     * The agent's processes are gone, and all their output has been sent. Nothing follows.
     *
     * @param trouble one line about what could not be removed; empty if there is nothing
     */
    record Ended(String trouble) implements FromAgent {
        private static final int KIND = 32;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeText(trouble);
        }
    }

    /**
     * A part of the recording of a process that has ended. jmpirun answers {@link OutputTaken}.
     *
     * @param first the first rank of the process
     */
    record Recording(int first, byte[] bytes) implements FromAgent {
        private static final int KIND = 34;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(first).writeBlock(bytes);
        }
    }

    /**
     * An agent did not start, or is lost. Its parent says so.
     *
     * @param started whether it had started
     * @param reason one line
     */
    record Lost(boolean started, String reason) implements FromAgent {
        private static final int KIND = 33;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeBoolean(started).writeText(reason);
        }
    }

    /**
     * An agent has not greeted for some time. Its parent says so.
     *
     * @param line what is known
     */
    record Waits(String line) implements FromAgent {
        private static final int KIND = 37;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeText(line);
        }
    }

    /** A signal ends the agent, which ends its processes; {@link Ended} follows. */
    record Signalled(String signal) implements FromAgent {
        private static final int KIND = 36;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeText(signal);
        }
    }

    /** SIGKILL has ended a process that had its time to end by itself. */
    record Killed(int process) implements FromAgent {
        private static final int KIND = 35;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(process);
        }
    }

    /**
     * Reads a message.
     *
     * @throws IOException if the bytes are no message
     */
    static AgentMessage read(ControlReader in) throws IOException {
        AgentMessage message = read(in.readUnsignedByte(), in);
        in.end(message.getClass().getSimpleName());
        return message;
    }

    private static AgentMessage read(int kind, ControlReader in) throws IOException {
        return switch (kind) {
            case Alive.KIND -> new Alive();
            case Subscription.KIND -> new Subscription(in.readText());
            case Orders.KIND -> new Orders(JobOrders.read(in));
            case Children.KIND -> Children.read(in);
            case Start.KIND -> new Start(ProcessStart.read(in));
            case Control.KIND -> new Control(in.readInt(), in.readBlock());
            case HangUp.KIND -> new HangUp(in.readInt());
            case Input.KIND -> new Input(in.readInt(), in.readBlock());
            case OutputTaken.KIND -> new OutputTaken(in.readInt());
            case ReadThreads.KIND -> new ReadThreads(in.readInt());
            case End.KIND -> new End(in.readBoolean());
            case GracePeriod.KIND -> new GracePeriod(in.readLong());
            case UserSignal.KIND -> new UserSignal();
            case Probe.KIND -> new Probe(in.readTextMap(), in.readText());
            case Probed.KIND -> new Probed(in.readText(), in.readLong(), in.readBoolean(), in.readText());
            case Killed.KIND -> new Killed(in.readInt());
            case Signalled.KIND -> new Signalled(in.readText());
            case Arrived.KIND -> new Arrived(in.readText());
            case Ready.KIND -> Ready.read(in);
            case Refused.KIND -> new Refused(in.readText());
            case Started.KIND -> new Started(in.readInt(), in.readLong());
            case NotStarted.KIND -> new NotStarted(in.readInt(), in.readText());
            case Exited.KIND -> new Exited(in.readInt(), in.readInt(), in.readText());
            case Output.KIND -> new Output(in.readInt(), in.readBoolean(), in.readBlock());
            case Connected.KIND -> new Connected(in.readInt());
            case Received.KIND -> new Received(in.readInt(), in.readBlock());
            case Disconnected.KIND -> new Disconnected(in.readInt());
            case InputTaken.KIND -> new InputTaken(in.readInt(), in.readInt());
            case Threads.KIND -> new Threads(in.readInt(), in.readText());
            case Ended.KIND -> new Ended(in.readText());
            case Recording.KIND -> new Recording(in.readInt(), in.readBlock());
            case Waits.KIND -> new Waits(in.readText());
            case Lost.KIND -> new Lost(in.readBoolean(), in.readText());
            default -> throw new IOException("unknown kind of message between jmpirun and an agent: " + kind);
        };
    }
}
