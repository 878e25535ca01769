package org.jmpi.comm.bootstrap;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jmpi.comm.report.BlockedCall;
import org.jmpi.comm.report.ThreadStack;
import org.jmpi.comm.transport.PeerAddress;

/**
 * A message between a process, which is one rank or several, and its launcher. Each kind is a record, which reads and
 * writes its own body.
 *
 * <pre>
 *       process                         launcher
 *        | -- (proof of the secret) ------&gt; |
 *        | -- Fence ----------------------&gt; |
 *        |                                  |  until every process has sent Fence
 *        | &lt;--------------------- Fenced -- |
 *        |          ... the job ...         |
 *        | -- Finalized ------------------&gt; |
 *        | -- (end of the process) -------&gt; |
 *
 * 0         4        5
 * | length  |  kind  | body (length - 1 bytes) |
 * </pre>
 *
 * <p>Numbers are big-endian. A list is a count (4), then its items.
 */
public sealed interface ControlMessage {
    /** The longest message, in bytes. */
    int LONGEST = 16 << 20;

    /** A message that a process sends to its launcher. */
    sealed interface ToLauncher extends ControlMessage {}

    /** A message that a launcher sends to a process. */
    sealed interface ToProcess extends ControlMessage {}

    /** {@return the number that stands for the kind of this message on the wire} */
    int kind();

    /**
     * Writes the part of the message behind its kind.
     *
     * @param out takes the body
     * @throws IOException if a part is too long
     */
    void writeBody(DataOutputStream out) throws IOException;

    /**
     * A process publishes values, and waits until every process has sent this. The first one says that its ranks are in
     * MPI.Init.
     *
     * @param pid the id of the process
     * @param count how many ranks it has
     * @param values those that it has put since the last fence
     */
    record Fence(long pid, int count, KeyValues values) implements ToLauncher {
        private static final int KIND = 0;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeLong(pid);
            out.writeInt(count);
            values.write(out);
        }

        private static Fence read(DataInputStream in) throws IOException {
            return new Fence(in.readLong(), in.readInt(), KeyValues.read(in));
        }

        /**
         * {@return the addresses that the process publishes, in the order of its ranks}
         *
         * @param first its first rank
         * @throws IOException if one is malformed
         */
        public List<PeerAddress> addresses(int first) throws IOException {
            return AddressExchange.addresses(first, values);
        }
    }

    /**
     * Every process has sent {@link Fence}.
     *
     * @param values those of each process, by its first rank
     */
    record Fenced(Map<Integer, KeyValues> values) implements ToProcess {
        private static final int KIND = 1;
        private static final int LEAST_BYTES = 4 + 4;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(values.size());
            for (Map.Entry<Integer, KeyValues> process : values.entrySet()) {
                out.writeInt(process.getKey());
                process.getValue().write(out);
            }
        }

        private static Fenced read(DataInputStream in) throws IOException {
            Map<Integer, KeyValues> values = new TreeMap<>();
            for (int left = ControlText.count(in, "processes", LEAST_BYTES); left > 0; left--)
                values.put(in.readInt(), KeyValues.read(in));
            return new Fenced(values);
        }
    }

    /**
     * The launcher does not take this process.
     *
     * @param reason one line
     */
    record Refused(String reason) implements ToProcess {
        private static final int KIND = 2;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            ControlText.write(out, reason);
        }

        private static Refused read(DataInputStream in) throws IOException {
            return new Refused(ControlText.read(in));
        }
    }

    /** The process has waited at the fence as long as it may, and asks which ranks are missing. */
    record Waited() implements ToLauncher {
        private static final int KIND = 3;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) {}
    }

    /**
     * The answer to {@link Waited}, at once.
     *
     * @param ranks those that have not called MPI.Init
     */
    record Missing(List<Integer> ranks) implements ToProcess {
        private static final int KIND = 4;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(ranks.size());
            for (int rank : ranks) out.writeInt(rank);
        }

        private static Missing read(DataInputStream in) throws IOException {
            int count = ControlText.count(in, "missing ranks", Integer.BYTES);
            List<Integer> ranks = new ArrayList<>(count);
            for (int i = 0; i < count; i++) ranks.add(in.readInt());
            return new Missing(ranks);
        }
    }

    /**
     * A rank called MPI.Abort.
     *
     * @param rank the rank that called it
     * @param code the exit code of the job
     * @param message one line that says which rank called it
     */
    record Abort(int rank, int code, String message) implements ToLauncher {
        private static final int KIND = 5;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(rank);
            out.writeInt(code);
            ControlText.write(out, message);
        }

        private static Abort read(DataInputStream in) throws IOException {
            return new Abort(in.readInt(), in.readInt(), ControlText.read(in));
        }
    }

    /**
     * The process ends at once.
     *
     * @param code the exit code of the process
     * @param message one line that says why
     */
    record End(int code, String message) implements ToProcess {
        private static final int KIND = 6;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(code);
            ControlText.write(out, message);
        }

        private static End read(DataInputStream in) throws IOException {
            return new End(in.readInt(), ControlText.read(in));
        }
    }

    /**
     * A rank fails by an uncaught exception.
     *
     * @param rank the rank that fails
     * @param text one line that says what failed, then the stack
     */
    record Failed(int rank, String text) implements ToLauncher {
        private static final int KIND = 7;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(rank);
            ControlText.write(out, text);
        }

        private static Failed read(DataInputStream in) throws IOException {
            return new Failed(in.readInt(), ControlText.read(in));
        }
    }

    /**
     * A rank that shares its JVM with others ends it by System.exit.
     *
     * @param rank the rank that called it
     */
    record Exits(int rank) implements ToLauncher {
        private static final int KIND = 8;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(rank);
        }
    }

    /**
     * A rank that shares its JVM with others has ended, and the JVM has not.
     *
     * @param rank the rank whose last thread has ended
     */
    record Ended(int rank) implements ToLauncher {
        private static final int KIND = 9;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(rank);
        }
    }

    /**
     * A rank lost a peer that did not say that it departs.
     *
     * @param rank the rank that lost it
     * @param peer the rank of the lost peer
     * @param message one line that says how it was found
     */
    record PeerLost(int rank, int peer, String message) implements ToLauncher {
        private static final int KIND = 10;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(rank);
            out.writeInt(peer);
            ControlText.write(out, message);
        }

        private static PeerLost read(DataInputStream in) throws IOException {
            return new PeerLost(in.readInt(), in.readInt(), ControlText.read(in));
        }
    }

    /**
     * A rank passed MPI.Finalize.
     *
     * @param rank the rank that passed it
     */
    record Finalized(int rank) implements ToLauncher {
        private static final int KIND = 11;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            out.writeInt(rank);
        }
    }

    /**
     * A detail that {@code --verbose} shows.
     *
     * @param text one line
     */
    record Note(String text) implements ToLauncher {
        private static final int KIND = 12;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            ControlText.write(out, text);
        }

        private static Note read(DataInputStream in) throws IOException {
            return new Note(ControlText.read(in));
        }
    }

    /** The launcher asks for the state of the ranks: {@link Blocked}, {@link Stacks}, {@link Queues}, in this order. */
    record Dump() implements ToProcess {
        private static final int KIND = 13;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) {}
    }

    /**
     * The first part of the answer to {@link Dump}.
     *
     * @param calls those in which the ranks of the process wait
     */
    record Blocked(List<BlockedCall> calls) implements ToLauncher {
        private static final int KIND = 14;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            StateBodies.writeCalls(out, calls);
        }

        private static Blocked read(DataInputStream in) throws IOException {
            return new Blocked(StateBodies.readCalls(in));
        }
    }

    /**
     * The second part of the answer to {@link Dump}.
     *
     * @param stacks of the threads of the process
     */
    record Stacks(List<ThreadStack> stacks) implements ToLauncher {
        private static final int KIND = 15;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            StateBodies.writeStacks(out, stacks);
        }

        private static Stacks read(DataInputStream in) throws IOException {
            return new Stacks(StateBodies.readStacks(in));
        }
    }

    /**
     * The last part of the answer to {@link Dump}, so that queues that cannot be read do not keep the stacks back.
     *
     * @param queues the messages that the ranks of the process await, and those that have come for them
     * @param connections the state of the connections of the ranks
     */
    record Queues(String queues, String connections) implements ToLauncher {
        private static final int KIND = 16;

        @Override
        public int kind() {
            return KIND;
        }

        @Override
        public void writeBody(DataOutputStream out) throws IOException {
            ControlText.write(out, queues);
            ControlText.write(out, connections);
        }

        private static Queues read(DataInputStream in) throws IOException {
            return new Queues(ControlText.read(in), ControlText.read(in));
        }
    }

    /**
     * {@return the message as it travels}
     *
     * @throws IOException if it is too long
     */
    default byte[] bytes() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        writeBody(new DataOutputStream(body));
        if (body.size() >= LONGEST)
            throw new IOException(name() + " is too long: " + body.size() + " bytes, less than " + LONGEST);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.size() + 5);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(body.size() + 1);
        out.writeByte(kind());
        body.writeTo(out);
        return bytes.toByteArray();
    }

    /** {@return the name of the kind, for messages about messages} */
    default String name() {
        return getClass().getSimpleName();
    }

    /**
     * {@return the next message of a stream}
     *
     * @param in the stream
     * @throws EOFException if the stream ends
     * @throws IOException if the bytes are no message
     */
    static ControlMessage read(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 1 || length > LONGEST)
            throw new IOException("length of a control message out of range: " + length + ", from 1 to " + LONGEST);
        int kind = in.readUnsignedByte();
        byte[] bytes = in.readNBytes(length - 1);
        if (bytes.length < length - 1) throw new EOFException("connection ended inside a control message");
        DataInputStream body = new DataInputStream(new ByteArrayInputStream(bytes));
        ControlMessage message = read(kind, body);
        if (body.available() > 0)
            throw new IOException(message.name() + " is too long by " + body.available() + " bytes");
        return message;
    }

    private static ControlMessage read(int kind, DataInputStream body) throws IOException {
        return switch (kind) {
            case Fence.KIND -> Fence.read(body);
            case Fenced.KIND -> Fenced.read(body);
            case Refused.KIND -> Refused.read(body);
            case Waited.KIND -> new Waited();
            case Missing.KIND -> Missing.read(body);
            case Abort.KIND -> Abort.read(body);
            case End.KIND -> End.read(body);
            case Failed.KIND -> Failed.read(body);
            case Exits.KIND -> new Exits(body.readInt());
            case Ended.KIND -> new Ended(body.readInt());
            case PeerLost.KIND -> PeerLost.read(body);
            case Finalized.KIND -> new Finalized(body.readInt());
            case Note.KIND -> Note.read(body);
            case Dump.KIND -> new Dump();
            case Blocked.KIND -> Blocked.read(body);
            case Stacks.KIND -> Stacks.read(body);
            case Queues.KIND -> Queues.read(body);
            default -> throw new IOException("unknown kind of control message: " + kind);
        };
    }
}
