package org.jmpi.comm.simulation;

import java.io.IOException;
import java.util.ArrayDeque;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.dynamic.RootConnection;
import org.jmpi.comm.trust.JobSecret;

/** One end of the connection of two roots. The seed chooses when each message arrives. */
final class SimulatedRoot implements RootConnection {
    /** The time in ns between two looks at whether there is still a reason to wait. */
    static final long LOOK_NANOS = 100_000_000;

    private static final long LONGEST_DELAY_NANOS = 10_000_000;

    private final Simulator simulator;
    private final int process;
    private final JobSecret key;
    private final ArrayDeque<Message> messages = new ArrayDeque<>();
    private SimulatedRoot other;
    private SimulatedThread waiting;
    private long last;
    private boolean closed;

    /** Whether the connection has ended as this end sees it. */
    private boolean ended;

    /**
     * A message, or the end of the connection.
     *
     * @param due when it arrives
     * @param bytes null for the end
     */
    private record Message(long due, byte[] bytes) {}

    SimulatedRoot(Simulator simulator, int process, JobSecret key) {
        this.simulator = simulator;
        this.process = process;
        this.key = key;
    }

    void connect(SimulatedRoot end) {
        other = end;
        end.other = this;
    }

    /** Returns the process that has this end. */
    int process() {
        return process;
    }

    @Override
    public JobSecret key() {
        return key;
    }

    @Override
    public void send(ControlWriter message) throws IOException {
        simulator.step(Seam.SEND);
        check();
        other.put(message.toByteArray(), simulator.random().between(0, LONGEST_DELAY_NANOS));
    }

    private void put(byte[] bytes, long delay) {
        last = Math.max(last, simulator.now() + delay);
        simulator.trace().add(last);
        messages.add(new Message(last, bytes));
        simulator.wakeAt(waiting, last);
    }

    @Override
    public ControlReader receive(Runnable wait) throws IOException {
        while (messages.isEmpty() || messages.peek().due > simulator.now()) {
            check();
            waiting = SimulatedThread.current();
            long due = messages.isEmpty() ? SimulatedThread.NEVER : messages.peek().due;
            simulator.await(Seam.AWAIT, "the other root", Math.min(due, simulator.now() + LOOK_NANOS));
            waiting = null;
            wait.run();
        }
        Message message = messages.poll();
        ended = message.bytes == null;
        check();
        return new ControlReader(message.bytes, 0);
    }

    private void check() throws IOException {
        if (closed) throw new IOException("this end is closed");
        if (ended) throw new IOException("the other root has ended");
    }

    /** Ends with the process: the other root learns of it after a while. */
    void cut(long delay) {
        if (!closed) other.put(null, delay);
        closed = true;
    }

    @Override
    public void close() {
        cut(simulator.random().between(0, LONGEST_DELAY_NANOS));
    }
}
