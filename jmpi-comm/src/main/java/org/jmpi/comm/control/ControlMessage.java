package org.jmpi.comm.control;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
 * </pre>
 *
 * <p>{@link ControlReader#next} draws the frame, {@link ControlWriter} describes the fields of a body.
 */
public sealed interface ControlMessage {
    /** The longest message, in bytes. */
    int LONGEST = 16 << 20;

    /** A message that a process sends to its launcher. */
    sealed interface ToLauncher extends ControlMessage {}

    /** A message that a launcher sends to a process. */
    sealed interface ToProcess extends ControlMessage {}

    /**
     * Writes the number that stands for the kind of this message, and the body.
     *
     * @param out takes them
     */
    void write(ControlWriter out);

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
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeLong(pid).writeInt(count);
            values.write(out);
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
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(values.size());
            for (Map.Entry<Integer, KeyValues> process : values.entrySet())
                process.getValue().write(out.writeInt(process.getKey()));
        }

        private static Fenced read(ControlReader in) throws IOException {
            Map<Integer, KeyValues> values = new TreeMap<>();
            for (int left = in.readCount("processes", LEAST_BYTES); left > 0; left--)
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
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeText(reason);
        }
    }

    /** The process has waited at the fence as long as it may, and asks which ranks are missing. */
    record Waited() implements ToLauncher {
        private static final int KIND = 3;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND);
        }
    }

    /**
     * The answer to {@link Waited}, at once.
     *
     * @param ranks those that have not called MPI.Init
     */
    record Missing(List<Integer> ranks) implements ToProcess {
        private static final int KIND = 4;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInts(ranks);
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
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(rank).writeInt(code).writeText(message);
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
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(code).writeText(message);
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
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(rank).writeText(text);
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
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(rank);
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
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(rank);
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
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(rank).writeInt(peer).writeText(message);
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
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(rank);
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
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeText(text);
        }
    }

    /** The launcher asks for the state of the ranks: {@link Blocked}, {@link Stacks}, {@link Queues}, in this order. */
    record Dump() implements ToProcess {
        private static final int KIND = 13;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND);
        }
    }

    /**
     * The first part of the answer to {@link Dump}.
     *
     * @param calls those in which the ranks of the process wait
     */
    record Blocked(List<BlockedCall> calls) implements ToLauncher {
        private static final int KIND = 14;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND);
            StateCodec.writeCalls(out, calls);
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
        public void write(ControlWriter out) {
            out.writeKind(KIND);
            StateCodec.writeStacks(out, stacks);
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
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeText(queues).writeText(connections);
        }
    }

    /** The launcher asks for a sample of the ranks, which costs little: {@link Sampled}. */
    record Sample() implements ToProcess {
        private static final int KIND = 17;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND);
        }
    }

    /**
     * The answer to {@link Sample}.
     *
     * @param heapUsed bytes of the process's heap that objects take, garbage included
     * @param heapMax bytes that the heap may have
     * @param ranks the ranks of the process
     * @param calls those in which its ranks wait
     */
    record Sampled(long heapUsed, long heapMax, List<RankSample> ranks, List<BlockedCall> calls) implements ToLauncher {
        private static final int KIND = 18;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeLong(heapUsed).writeLong(heapMax);
            StateCodec.writeSamples(out, ranks);
            StateCodec.writeCalls(out, calls);
        }
    }

    /**
     * A rank has processes started.
     *
     * @param number of the order, among those of the process
     * @param order says what they run
     */
    record Spawn(int number, SpawnOrder order) implements ToLauncher {
        private static final int KIND = 19;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(number);
            order.write(out);
        }
    }

    /**
     * The processes of an order have ended, or have not started.
     *
     * @param number of the order
     * @param reason one line
     */
    record SpawnEnded(int number, String reason) implements ToProcess {
        private static final int KIND = 20;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(number).writeText(reason);
        }
    }

    /**
     * {@return the message as it travels}
     *
     * @throws IOException if it is too long
     */
    default byte[] bytes() throws IOException {
        ControlWriter out = new ControlWriter();
        write(out);
        return out.frame(name(), LONGEST);
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
        ControlReader fields = ControlReader.next(in, LONGEST);
        ControlMessage message = read(fields.readUnsignedByte(), fields);
        fields.end(message.name());
        return message;
    }

    private static ControlMessage read(int kind, ControlReader in) throws IOException {
        return switch (kind) {
            case Fence.KIND -> new Fence(in.readLong(), in.readInt(), KeyValues.read(in));
            case Fenced.KIND -> Fenced.read(in);
            case Refused.KIND -> new Refused(in.readText());
            case Waited.KIND -> new Waited();
            case Missing.KIND -> new Missing(in.readInts());
            case Abort.KIND -> new Abort(in.readInt(), in.readInt(), in.readText());
            case End.KIND -> new End(in.readInt(), in.readText());
            case Failed.KIND -> new Failed(in.readInt(), in.readText());
            case Exits.KIND -> new Exits(in.readInt());
            case Ended.KIND -> new Ended(in.readInt());
            case PeerLost.KIND -> new PeerLost(in.readInt(), in.readInt(), in.readText());
            case Finalized.KIND -> new Finalized(in.readInt());
            case Note.KIND -> new Note(in.readText());
            case Dump.KIND -> new Dump();
            case Blocked.KIND -> new Blocked(StateCodec.readCalls(in));
            case Stacks.KIND -> new Stacks(StateCodec.readStacks(in));
            case Queues.KIND -> new Queues(in.readText(), in.readText());
            case Sample.KIND -> new Sample();
            case Sampled.KIND ->
                new Sampled(in.readLong(), in.readLong(), StateCodec.readSamples(in), StateCodec.readCalls(in));
            case Spawn.KIND -> new Spawn(in.readInt(), SpawnOrder.read(in));
            case SpawnEnded.KIND -> new SpawnEnded(in.readInt(), in.readText());
            default -> throw new IOException("unknown kind of control message: " + kind);
        };
    }
}
