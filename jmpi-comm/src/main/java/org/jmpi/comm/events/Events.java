package org.jmpi.comm.events;

import java.util.List;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendRequest;

/**
 * Reports the events of one rank to an observer. The engine and the communicators call these methods and know nothing
 * of the observer. By default each method does nothing. A rank has one observer from its start to its end.
 *
 * <p>The program's thread, inside the MPI call, reports what the program does: operations, waits, collective operations
 * and handles. Such a method may block, allocate and throw. {@link #collectiveBegan} and {@link #finalizing} may also
 * exchange messages.
 *
 * <p>Any thread that moves frames reports what the engine does: {@link #sent}, {@link #matched}, {@link
 * #arrivedUnexpected}, {@link #accessed}, {@link #revoked} and {@link #peerChanged}. Such a method must not block,
 * throw or call the engine. No lock is held while it runs, so it may see the end of an operation before its beginning.
 *
 * <p>The observer alone knows what the event bits mean, {@link org.jmpi.comm.wire.FrameHeader#MOST_EVENT_BITS} at most,
 * which a message carries from its sender's observer to its receiver's. It may keep an object with a request of the
 * program ({@link Operation#observed(Object)}); a request that is reused still has the object.
 */
public interface Events {
    /** Observes nothing. */
    Events NONE = new Events() {};

    // ---- the world ----

    /**
     * The rank is connected with all others.
     *
     * @param host the name of this rank's host
     * @param job the name of the job
     * @param transport as {@code jmpirun --transport} has it
     */
    default void initialized(String host, String job, String transport) {}

    // ---- operations of the program ----

    /**
     * The program starts a send. Other fields of the request may not have been set yet.
     *
     * @param send the operation that the program completes
     * @param call the name of the blocking call that does the same
     * @param blocking whether the call itself completes the operation
     * @param dest the receiver's rank in the communicator, as the program gave it
     * @param tag as the program gave it
     * @param message what is sent
     * @return the event bits that the message carries
     */
    default int sendStarted(SendRequest send, String call, boolean blocking, int dest, int tag, Segment message) {
        return 0;
    }

    /**
     * The program starts a receive. Other fields of the request may not have been set yet.
     *
     * @param receive the operation that the program completes
     * @param call the name of the blocking call that does the same
     * @param blocking whether the call itself completes the operation
     * @param source the sender's rank in the communicator, as the program gave it
     * @param tag as the program gave it
     * @param room what is received into
     */
    default void receiveStarted(
            RecvRequest receive, String call, boolean blocking, int source, int tag, Segment room) {}

    /**
     * A wait or test of the program is about to return a request that is done. Probes and the parts of collective
     * operations are reported, too; these have not been reported as started.
     *
     * @param operation the operation, with what is known of its message
     */
    default void completed(Operation operation) {}

    /**
     * The program frees the request of an operation, which then completes by itself.
     *
     * @param operation the operation
     */
    default void released(Operation operation) {}

    // ---- messages ----

    /**
     * This rank starts to send a message, of the program or of a collective operation. Exchanges in a shared segment
     * are no messages.
     *
     * @param message of a collective operation if its context is odd
     * @param transport the name of what moves the message, as {@code jmpirun --transport} has it; {@code self} within a
     *     rank
     * @param eager whether the message is sent without asking the receiver
     */
    default void sent(SendRequest message, String transport, boolean eager) {}

    /**
     * A message has met its receive, whose bytes may still be on their way.
     *
     * @param receive with the envelope of the message; of a collective operation if its context is odd
     * @param eventBits of the message
     * @param unexpected whether the message came before the receive
     */
    default void matched(RecvRequest receive, int eventBits, boolean unexpected) {}

    /**
     * A message has come that no receive awaits.
     *
     * @param message of a collective operation if its context is odd
     */
    default void arrivedUnexpected(Unreceived message) {}

    // ---- waits ----

    /**
     * The calling thread begins to wait, and moves frames meanwhile. An operation that is done at once begins no wait.
     * A wait for stores of other ranks in shared memory begins when the thread is about to block.
     *
     * @param completion what the thread waits for
     * @param call the call that waits; null if it is a collective operation
     * @return what the observer keeps of the wait
     */
    default Object waitBegan(Completion completion, String call) {
        return null;
    }

    /**
     * The calling thread has ended its wait, also by a failure.
     *
     * @param completion what the thread has waited for
     * @param call the call that has waited; null if it is a collective operation
     * @param kept what {@link #waitBegan} has returned
     */
    default void waitEnded(Completion completion, String call, Object kept) {}

    // ---- layers ----

    /**
     * The calling thread begins to run a receiver of a layer.
     *
     * @param layer its name
     * @param id of the frame
     * @param peer the sender's rank in the world
     * @return what the observer keeps of the run
     */
    default Object receiverBegan(String layer, int id, int peer) {
        return null;
    }

    /**
     * The receiver has returned, or has failed.
     *
     * @param kept what {@link #receiverBegan} has returned
     */
    default void receiverEnded(Object kept) {}

    /**
     * The calling thread begins to run a method of a remote object.
     *
     * @param method its name, as the call of the caller's wait
     * @param caller the rank in the world that waits for the answer; -1 if the call is one-way or of this rank
     * @return what the observer keeps of the execution
     */
    default Object executionBegan(String method, int caller) {
        return null;
    }

    /**
     * The method has returned, or has failed.
     *
     * @param kept what {@link #executionBegan} has returned
     */
    default void executionEnded(Object kept) {}

    // ---- collective operations ----

    /**
     * {@return whether {@link #collectiveBegan} compares the calls of all ranks} If not, an error message recommends an
     * observer that does.
     */
    default boolean comparesCollectives() {
        return false;
    }

    /**
     * The program begins a collective operation, of which no message has been sent.
     *
     * @param ranks the ranks that take part, all of which report this
     * @param call the name of the call that the operation is, or is part of
     * @param operation the operation
     * @param context of the communicator's collective operations
     * @param number which one of the communicator's operations it is, from 1 on; the same at every rank
     * @param root the root's rank in the world; that of the operation if it is negative
     * @throws org.jmpi.comm.error.CommException of class OTHER, at every rank, if the calls of the ranks differ
     */
    default void collectiveBegan(
            Exchange ranks, String call, Collective operation, int context, long number, int root) {}

    /**
     * The program starts a collective operation that it completes later.
     *
     * @param request the operation that the program completes
     * @param operation the operation
     * @param algorithm its algorithm, or null
     * @param ranks how many take part
     * @param number as {@link #collectiveBegan} takes it
     * @param root as {@link #collectiveBegan} takes it
     */
    default void collectiveStarted(
            Operation request, Collective operation, String algorithm, int ranks, long number, int root) {}

    /**
     * {@return a description of a call that starts a non-blocking collective operation} It goes to each rank that takes
     * part, which gives those of all ranks to {@link #compare}. Called only if {@link #comparesCollectives}.
     *
     * @param call the name of the call
     * @param operation the operation
     */
    default byte[] describe(String call, Collective operation) {
        return new byte[0];
    }

    /**
     * Compares the descriptions of all ranks, on any thread that moves frames: it does not block.
     *
     * @param descriptions what {@link #describe} has returned at each rank, in the order of ranks; all of one length.
     *     Those of the other group of an intercommunicator come last
     * @param groupSize the number of ranks in this rank's own group
     * @throws org.jmpi.comm.error.CommException of class OTHER, at every rank, if the calls of the ranks differ
     */
    default void compare(byte[][] descriptions, int groupSize) {}

    /**
     * The program's call has selected an algorithm, before it sends a message. Of an operation that has one algorithm
     * alone this is not reported.
     *
     * @param operation the operation; of a blocking call, what {@link #collectiveBegan} was given
     * @param algorithm its name, as in the setting {@code jmpi.coll.bcast}; of an operation of an intercommunicator,
     *     one within this rank's group
     */
    default void algorithmSelected(Collective operation, String algorithm) {}

    /**
     * A collective operation has ended, also by a failure.
     *
     * @param operation what {@link #collectiveBegan} was given
     */
    default void collectiveEnded(Collective operation) {}

    // ---- windows ----

    /**
     * A window has been made at this rank.
     *
     * @param window its number, which the communicator of its own has, too
     * @param call the name of the call
     * @param bytes of this rank's memory
     * @param ranks how many it has
     * @param hints the hints that the program has given
     */
    default void windowMade(int window, String call, long bytes, int ranks, Info hints) {}

    /**
     * A window is freed at this rank.
     *
     * @param window its number
     */
    default void windowFreed(int window) {}

    /**
     * The program begins an access to a window.
     *
     * @param call the name of the call
     * @param window the window's number
     * @param target the target's rank in the world
     * @param bytes that are written or read
     * @param direct whether this rank reaches the memory by itself
     * @return what the observer keeps of the access
     */
    default Object accessBegan(String call, int window, int target, long bytes, boolean direct) {
        return null;
    }

    /**
     * The call has done its part of the access, or has failed. The access is complete when the epoch ends.
     *
     * @param kept what {@link #accessBegan} has returned
     */
    default void accessEnded(Object kept) {}

    /**
     * {@return whether targets report the accesses to their memory to {@link #accessed}} All ranks answer the same.
     */
    default boolean comparesAccesses() {
        return false;
    }

    /** {@return the line of the program that makes the call under way; empty if this observer does not look} */
    default String callSite() {
        return "";
    }

    /**
     * Another rank, or this one, has begun an access to this rank's memory. Any thread that moves frames reports that,
     * as {@link #accessesEnded} and {@link #locked}.
     *
     * @param window the window's number
     * @param origin the rank in the world that makes the access
     * @param access what it accesses
     * @param lasts whether the access may go on until {@link #accessesEnded}; else it ends by itself
     */
    default void accessed(int window, int origin, Access access, boolean lasts) {}

    /**
     * The accesses of an origin that began before are complete. The origin learns it after this.
     *
     * @param window the window's number
     * @param origin the rank in the world
     */
    default void accessesEnded(int window, int origin) {}

    /**
     * The accesses of all origins that began before are complete, and this rank is not exposed by Post any more.
     *
     * @param window the window's number
     */
    default void accessesEnded(int window) {}

    /**
     * The program exposes this rank's memory by Post.
     *
     * @param window the window's number
     */
    default void exposed(int window) {}

    /**
     * A rank asks for the lock of this rank's memory.
     *
     * @param window the window's number
     * @param origin the rank in the world
     * @param callSite the line of its program
     */
    default void locked(int window, int origin, String callSite) {}

    /**
     * A rank gives the lock back; its accesses are complete.
     *
     * @param window the window's number
     * @param origin the rank in the world
     */
    default void unlocked(int window, int origin) {}

    // ---- failures ----

    /**
     * A communicator is revoked. Any thread that moves frames reports that.
     *
     * @param context of the communicator, which this rank may not have made yet
     * @param origin the rank in the world that has called Revoke, or from which this one knows of it
     */
    default void revoked(int context, int origin) {}

    // ---- other worlds ----

    /**
     * The program begins a call that connects it with processes of another world, or disconnects it.
     *
     * @param call the name of the call
     * @return what the observer keeps of the call
     */
    default Object connectionBegan(String call) {
        return null;
    }

    /**
     * The call has ended, also by a failure.
     *
     * @param context of the communicator of both groups; -1 if there is none
     * @param processes how many the other group has; 0 if there is none
     * @param kept what {@link #connectionBegan} has returned
     */
    default void connectionEnded(int context, int processes, Object kept) {}

    // ---- peers ----

    /**
     * A peer is suspected, is not suspected any more, has failed or has departed. A first connection is not reported.
     *
     * @param peer its rank in the world
     * @param state the state of the peer
     */
    default void peerChanged(int peer, PeerState state) {}

    // ---- handles ----

    /**
     * The program gets a handle that it has to free.
     *
     * @param handle a communicator, or a persistent request
     * @param name what to call it
     */
    default void handleMade(Object handle, String name) {}

    /**
     * The program frees a handle.
     *
     * @param handle a communicator, or a persistent request
     */
    default void handleFreed(Object handle) {}

    // ---- the end ----

    /**
     * The world ends, and all messages have arrived.
     *
     * @param world all ranks of the world, all of which report this
     * @param messages point-to-point messages that this rank has not received
     */
    default void finalizing(Exchange world, List<Unreceived> messages) {}

    /** The world has ended. */
    default void finalized() {}
}
