package org.jmpi.comm.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.PeerState;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.transport.CompositeTransport;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Scheduler;
import org.jmpi.comm.transport.SharedMemory;
import org.jmpi.comm.transport.Transport;

/**
 * Has the transports of a rank, and connects it to processes of other worlds while it exchanges messages: they join its
 * peers, and the transports to them are attached to its own.
 *
 * <p>The engine closes under the monitor of this object. {@link #join} looks for a failure, then adds peers. The engine
 * fails all operations, then closes each peer. If both of its steps came between those of {@link #join}, the new peers
 * would stay open. Where frames are pushed, {@link #attach} and {@link #detach} replace the transports under the
 * monitor, too, and not while the engine closes them.
 */
public final class RankTransports {
    private final int rank;
    private final JmpiConfig config;
    private final Scheduler scheduler;
    private final PeerFailures failures;
    private final Runnable grown;
    private final BiConsumer<Completion, String> await;

    private PeerTable table;
    private ProgressLeader leader;
    private Transport transport;

    /** The transport together with those that are attached; null before there was one. */
    private CompositeTransport attached;

    /**
     * @param scheduler of the threads that watch attached transports
     * @param grown takes note that the table of peers has become longer
     * @param await waits for an operation; the string names the call
     */
    RankTransports(
            int rank,
            JmpiConfig config,
            Scheduler scheduler,
            PeerFailures failures,
            Runnable grown,
            BiConsumer<Completion, String> await) {
        this.rank = rank;
        this.config = config;
        this.scheduler = scheduler;
        this.failures = failures;
        this.grown = grown;
        this.await = await;
    }

    /**
     * Connects this to the engine; once, before any other call.
     *
     * @param moved connects the ranks of the world
     */
    void connect(PeerTable table, ProgressLeader leader, Transport moved) {
        this.table = table;
        this.leader = leader;
        this.transport = moved;
    }

    /**
     * A process of another world.
     *
     * @param name for messages, such as {@code rank 2 of world 3f0c}
     * @param host the process's
     * @param way to the process
     * @param eagerLimit the longest payload, in bytes, that is sent to it unasked
     */
    public record Joined(String name, Host host, Endpoint way, int eagerLimit) {}

    /**
     * Adds processes of other worlds, with the next numbers; each process numbers them by itself. It does so before
     * they send anything. The caller gives the numbers to its other threads after that. No number is used again.
     *
     * @param joined the processes
     * @return the number of the first one
     * @throws CommException if the messages of this rank have ended
     */
    public synchronized int join(List<Joined> joined) {
        CommException over = table.failure();
        if (over != null) throw over.here();
        int first = table.size();
        List<PeerConnection> more = new ArrayList<>();
        for (Joined each : joined)
            more.add(PeerConnection.of(first + more.size(), each.name(), each.way(), each.eagerLimit(), config));
        failures.join(more, joined.stream().map(Joined::host).toList());
        grown.run();
        return first;
    }

    /**
     * Forgets the ways to processes of another world. Operations that need them fail. The transports that reach them
     * can then be closed.
     *
     * @param first the number of the first one
     * @param count how many they are
     */
    public synchronized void leave(int first, int count) {
        if (count == 0) return;
        CommException left = new CommException(
                ErrorClass.OTHER,
                table.get(first).name + " and its world are disconnected: no message goes there or comes from there");
        for (int number = first; number < first + count; number++) {
            failures.depart(table.get(number), PeerState.DEPARTED, left);
            table.get(number).disconnect();
        }
    }

    /**
     * {@return the member that a transport to processes of another world is to become; the transport is opened with it}
     *
     * @param to takes its frames, with the numbers that the processes have here
     */
    public synchronized CompositeTransport.Member member(FrameHandler to) {
        if (attached == null) attached = new CompositeTransport(rank, transport, scheduler);
        return attached.member(to);
    }

    /**
     * Moves the frames of a further transport, too.
     *
     * @param member the transport's handler
     * @param moved opened with it, and started
     * @throws CommException of class UNSUPPORTED_OPERATION if it has to be polled, and this rank's pushes frames
     */
    public void attach(CompositeTransport.Member member, Transport moved) {
        if (transport.pushes() && !moved.pushes())
            throw new CommException(
                    ErrorClass.UNSUPPORTED_OPERATION,
                    "no thread of this job polls, and the transport to the other processes needs that: give both jobs"
                            + " the same --transport");
        change(() -> attached.attach(member, moved));
    }

    /**
     * Moves no frames of an attached transport any more; the caller closes it.
     *
     * @param member the transport's handler
     */
    public void detach(CompositeTransport.Member member) {
        change(() -> attached.detach(member));
    }

    /** Where frames are pushed, threads that wait help the transports: no thread has them for itself. */
    private void change(Runnable change) {
        Runnable whole = () -> {
            change.run();
            leader.drive(attached.isAlone() ? transport : attached);
        };
        if (transport.pushes()) {
            synchronized (this) {
                whole.run();
            }
            return;
        }
        TransportChange operation = new TransportChange(whole);
        leader.ready(operation);
        await.accept(operation, "a change of transports");
        if (operation.failure() != null) throw operation.failure().here();
    }

    /**
     * {@return the memory that this rank has in common with the most of some ranks; null if there is none, or some are
     * processes of another world}
     *
     * @param ranks in the world
     */
    public SharedMemory sharedMemory(int... ranks) {
        for (int each : ranks) if (!table.isOfWorld(each)) return null;
        return transport.sharedMemory(ranks);
    }

    /** {@return how each connection stands, a line each} */
    public String describe() {
        return "    " + moved().describe().strip().replace("\n", "\n    ") + "\n" + failures.describe();
    }

    /**
     * Closes all transports, by a thread that holds this monitor.
     *
     * @param orderly whether what is queued is sent, and the peers are notified of a departure
     * @param lingerNanos the longest time to wait for the network then, in ns
     */
    void close(boolean orderly, long lingerNanos) {
        if (orderly) moved().close(lingerNanos);
        else moved().close();
    }

    private Transport moved() {
        return attached == null ? transport : attached;
    }
}
