package org.jmpi.comm.transport;

/**
 * Moves frames between this rank and its peers. It knows no communicators, tags or matching, does not retry and does
 * not log.
 *
 * <p>A transport has no thread of its own for I/O: the thread that waits for a message drives it. {@link #poll} and
 * {@link #await} are called by one thread at a time, though by different threads in turn, with a happens-before edge
 * from one to the next; every other method may be called at any time by any thread. A transport whose frames arrive by
 * themselves, on the sender's thread or on threads of the JDK, says so by {@link #pushes}.
 *
 * <p>To add a transport: implement this interface, {@link TransportProvider} and {@link Endpoint}; subclass the test
 * class {@code TransportContract}; name the provider in {@code META-INF/services}.
 */
public interface Transport extends AutoCloseable {
    /** {@return the address of this rank, which its peers get before any endpoint is asked for} */
    PeerAddress address();

    /**
     * {@return whether a peer can be reached by this transport} Both of a pair find the same.
     *
     * @param peer where a transport of the peer's is reached
     */
    default boolean reaches(PeerAddress peer) {
        return peer.transport().equals(address().transport());
    }

    /**
     * {@return the way to a peer; called at most once for each} Does not wait for a connection.
     *
     * <p>A process that joins later has the next number. Then this is called after {@link #start}, and the process
     * sends nothing before.
     *
     * @param peer its rank in the world
     * @param address what the peer's {@link #address} returned
     */
    Endpoint endpoint(int peer, PeerAddress address);

    /**
     * Starts: every endpoint has been asked for, and the handler takes frames from now on; called once. A
     * transport that {@link #pushes} shows no frame before: peers may send as soon as they know the address.
     */
    default void start() {}

    /**
     * {@return the longest payload, in bytes, that is best sent at once rather than after the receiver has asked for
     * it}
     */
    int eagerLimit();

    /**
     * {@return the same for one peer, where not all are reached in one way}
     *
     * @param peer its rank in the world
     */
    default int eagerLimit(int peer) {
        return eagerLimit();
    }

    /**
     * {@return true if frames arrive without {@link #poll}} Then {@link #await} is never called, and {@link #poll} by
     * any threads that wait, to send what a thread of the transport would send otherwise.
     */
    default boolean pushes() {
        return false;
    }

    /**
     * {@return true if {@link #poll} looks at memory alone if there is nothing to do, and so takes some nanoseconds}
     */
    default boolean pollsMemory() {
        return false;
    }

    /**
     * Moves what can be moved without blocking: calls {@link FrameHandler#onFrame} and the sinks, sends queued frames.
     * One that {@link #pushes} may wait until a peer has taken a frame.
     *
     * @return whether anything moved
     */
    boolean poll();

    /**
     * Blocks until something can be moved, {@link #wakeup} is called or the time is over; may move it.
     *
     * @param nanos the longest time to block; an interrupt ends the call early and stays set
     */
    void await(long nanos);

    /** Ends a call of {@link #await} that is under way, or else the next one. */
    void wakeup();

    /**
     * {@return the memory that this rank has in common with the most of some ranks that {@link #reaches} is true for;
     * null if there is none}
     *
     * @param ranks in the world
     */
    default SharedMemory sharedMemory(int... ranks) {
        return null;
    }

    /** {@return the state of each connection, a line each, to explain a hang} */
    String describe();

    /**
     * Sends what is queued, notifies every connected peer of this rank's departure, and releases all. Waits for the
     * network at most {@code nanos}. Called once, while no thread polls.
     *
     * @param nanos the longest time to wait for the network, in ns
     */
    void close(long nanos);

    /** Closes without waiting for the network; peers see this rank as lost unless {@link #close(long)} came first. */
    @Override
    void close();
}
