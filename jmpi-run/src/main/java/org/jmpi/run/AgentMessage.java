package org.jmpi.run;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import org.jmpi.comm.bootstrap.ControlMessage;

/**
 * A message between jmpirun and its agent on another host. {@link AgentChannel} draws the frame that carries it. A text
 * or a byte array is a length (4) and the bytes, texts in UTF-8; a list or a map is a count (4), then its items.
 */
sealed interface AgentMessage {
    /** A message that jmpirun sends. */
    sealed interface ToAgent extends AgentMessage {}

    /** A message that an agent sends. */
    sealed interface FromAgent extends AgentMessage {}

    /** Returns the number that stands for the kind of this message. */
    int kind();

    /** Writes what follows the kind. */
    default void writeBody(DataOutputStream out) throws IOException {}

    /** The sender lives. Each side of a channel sends it when it has sent nothing else for some time. */
    record Alive() implements ToAgent, FromAgent {
        static final int KIND = 0;

        @Override
        public int kind() {
            return KIND;
        }
    }

    /**
     * The job of which the host has a part: the first message to an agent. The answer is {@link Ready} or
     * {@link Refused}.
     */
    record Orders(JobOrders orders) implements ToAgent {
        private static final int KIND = 1;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            command.write(out);
            out.writeInt(hosts.size());
            for (Map.Entry<Integer, String> host : hosts.entrySet()) {
                out.writeInt(host.getKey());
                Wire.writeText(out, host.getValue());
            }
        }

        private static Children read(DataInputStream in) throws IOException {
            AgentCommand command = AgentCommand.read(in);
            return new Children(command, Wire.readMap(in, DataInputStream::readInt, Wire::readText));
        }
    }

    /** The agent starts a process. */
    record Start(ProcessStart start) implements ToAgent {
        private static final int KIND = 3;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(first);
            Wire.writeBytes(out, message);
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(first);
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(process);
            Wire.writeBytes(out, bytes);
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(bytes);
        }
    }

    /** The agent reads the stacks of a process from outside. The answer is {@link Threads}. */
    record ReadThreads(int process) implements ToAgent {
        private static final int KIND = 8;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(process);
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeBoolean(failed);
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            Wire.writeText(out, greeting);
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(cores.available());
            Wire.writeInts(out, cores.allowed());
            Wire.writeText(out, cores.taskset());
        }

        private static Ready read(DataInputStream in) throws IOException {
            return new Ready(new HostCores(in.readInt(), Wire.readInts(in), Wire.readText(in)));
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            Wire.writeText(out, reason);
        }
    }

    /** A process runs. */
    record Started(int process, long pid) implements FromAgent {
        private static final int KIND = 23;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(process);
            out.writeLong(pid);
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(process);
            Wire.writeText(out, reason);
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(process);
            out.writeInt(code);
            Wire.writeText(out, exception);
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(process);
            out.writeBoolean(isError);
            Wire.writeBytes(out, bytes);
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(first);
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(first);
            Wire.writeBytes(out, message);
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(first);
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(process);
            out.writeInt(bytes);
        }
    }

    /** The stacks of a process, or one line that says why there are none. */
    record Threads(int process, String text) implements FromAgent {
        private static final int KIND = 31;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(process);
            Wire.writeText(out, text);
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            Wire.writeText(out, trouble);
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
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeBoolean(started);
            Wire.writeText(out, reason);
        }
    }

    /**
     * Reads a message.
     *
     * @throws IOException if the bytes are no message
     */
    static AgentMessage read(int kind, byte[] bytes) throws IOException {
        DataInputStream body = new DataInputStream(new ByteArrayInputStream(bytes));
        AgentMessage message = read(kind, body);
        if (body.available() > 0)
            throw new IOException(message.getClass().getSimpleName() + " is too long by " + body.available());
        return message;
    }

    private static AgentMessage read(int kind, DataInputStream in) throws IOException {
        return switch (kind) {
            case Alive.KIND -> new Alive();
            case Orders.KIND -> new Orders(JobOrders.read(in));
            case Children.KIND -> Children.read(in);
            case Start.KIND -> new Start(ProcessStart.read(in));
            case Control.KIND -> new Control(in.readInt(), Wire.readBytes(in));
            case HangUp.KIND -> new HangUp(in.readInt());
            case Input.KIND -> new Input(in.readInt(), Wire.readBytes(in));
            case OutputTaken.KIND -> new OutputTaken(in.readInt());
            case ReadThreads.KIND -> new ReadThreads(in.readInt());
            case End.KIND -> new End(in.readBoolean());
            case Arrived.KIND -> new Arrived(Wire.readText(in));
            case Ready.KIND -> Ready.read(in);
            case Refused.KIND -> new Refused(Wire.readText(in));
            case Started.KIND -> new Started(in.readInt(), in.readLong());
            case NotStarted.KIND -> new NotStarted(in.readInt(), Wire.readText(in));
            case Exited.KIND -> new Exited(in.readInt(), in.readInt(), Wire.readText(in));
            case Output.KIND -> new Output(in.readInt(), in.readBoolean(), Wire.readBytes(in));
            case Connected.KIND -> new Connected(in.readInt());
            case Received.KIND -> new Received(in.readInt(), Wire.readBytes(in));
            case Disconnected.KIND -> new Disconnected(in.readInt());
            case InputTaken.KIND -> new InputTaken(in.readInt(), in.readInt());
            case Threads.KIND -> new Threads(in.readInt(), Wire.readText(in));
            case Ended.KIND -> new Ended(Wire.readText(in));
            case Lost.KIND -> new Lost(in.readBoolean(), Wire.readText(in));
            default -> throw new IOException("unknown kind of message between jmpirun and an agent: " + kind);
        };
    }
}
