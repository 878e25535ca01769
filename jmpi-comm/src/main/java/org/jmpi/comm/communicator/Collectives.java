package org.jmpi.comm.communicator;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jmpi.comm.coll.Allreduce;
import org.jmpi.comm.coll.Barrier;
import org.jmpi.comm.coll.InterAllToAll;
import org.jmpi.comm.coll.RankView;
import org.jmpi.comm.coll.shared.CallMark;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Unreceived;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.schedule.CollectiveFailures;

/**
 * The collective operations of one communicator (MPI-4.1 chapter 6). Each kind of operation can be run, started or
 * prepared.
 */
public final class Collectives {
    private final Communicator comm;
    private final CollectiveChannel channel;
    private final BlockingRanks ranks;
    private final CollectiveOperation blocking = new CollectiveOperation();

    /** The thread in a blocking call; read without order, to find most of the programs that call from two. */
    private Thread caller;

    /** Whether the caller has set its arguments: one that ran out of memory before may call again. */
    private boolean running;

    Collectives(Communicator comm) {
        CollectiveFailures failures = new CollectiveFailures();
        this.comm = comm;
        this.channel = new CollectiveChannel(comm, failures);
        this.ranks = new BlockingRanks(comm, channel, failures);
    }

    /**
     * {@return the operation of a blocking call, whose buffers are to be set} The calling thread has the operation
     * until {@link #run(CollectiveOperation)} returns, which follows at once.
     *
     * @param kind which one
     * @param root the root's rank; any number if there is none
     * @throws CommException of class OTHER if a blocking call of the communicator is under way
     */
    public CollectiveOperation blocking(CollectiveKind kind, int root) {
        claim();
        return blocking.set(kind, root);
    }

    /** Makes the calling thread the one in a blocking call, before it changes what the call uses. */
    private void claim() {
        Thread other = caller;
        if (other != null && (running || other != Thread.currentThread())) throw calledWithin(other);
        caller = Thread.currentThread();
    }

    private void release() {
        running = false;
        caller = null;
    }

    /**
     * Runs a collective operation; returns when it is done. Throws what a program's own operator has thrown.
     *
     * @param operation is set; it drops its references to the program's arrays
     * @throws CommException as the operation does; of class COMM if an intercommunicator has no such operation;
     *     TRUNCATE or TYPE if what another rank gave does not match what this one awaits: the other ranks have been
     *     served nevertheless
     */
    public void run(CollectiveOperation operation) {
        if (operation != blocking) claim();
        running = true;
        try {
            comm.checkUsable();
            ranks.begin(null);
            operation.blocking();
            operation.run(ranks, ranks.failures());
            ranks.end();
            operation.copyBack();
        } catch (RuntimeException | Error e) {
            ranks.abandon();
            throw e;
        } finally {
            operation.clear();
            release();
        }
    }

    private CommException calledWithin(Thread other) {
        return new CommException(
                ErrorClass.OTHER,
                "thread " + Thread.currentThread().getName() + " calls a collective operation while thread "
                        + other.getName() + " is in " + call()
                        + ": one thread at a time calls those of a communicator, and an operator calls none");
    }

    /**
     * Starts a collective operation; the program completes it.
     *
     * @param operation is set
     * @return the operation under way
     * @throws CommException as the operation does, before anything is sent; of class COMM if an intercommunicator has
     *     no such operation
     */
    public RequestHandle start(CollectiveOperation operation) {
        return new RequestHandle(comm, prepare(operation, false).start());
    }

    /**
     * Starts reductions of the same arrays to the minimum, one after the other. No thread waits for them.
     *
     * @param call the name of the call that they are part of
     * @param own this rank's values
     * @param least gets the least values of all ranks, of an intercommunicator those of the other group
     * @param again is asked after each reduction whether another one follows; it may set the values
     * @param failed runs if the operation fails
     * @return the operation under way
     */
    RequestHandle startMinima(String call, int[] own, int[] least, BooleanSupplier again, Runnable failed) {
        comm.checkNotRevoked();
        PreparedCollective prepared = new PreparedCollective(comm, channel, call, false);
        if (comm.isInter()) InterAllToAll.allreduce(prepared, Buffer.of(own), Buffer.of(least), Predefined.MIN);
        else Allreduce.run(prepared, Buffer.of(own), Buffer.of(least), Predefined.MIN);
        prepared.repeatWhile(again, failed);
        return new RequestHandle(comm, prepared.start());
    }

    /**
     * Prepares a collective operation that can be started again and again (MPI-4.1 section 6.13). Every rank calls
     * this, in the order of its collective calls.
     *
     * @param operation is set
     * @return the operation
     * @throws CommException as {@link #start} does
     */
    public PersistentHandle prepare(CollectiveOperation operation) {
        return new PersistentHandle(comm, prepare(operation, true)::start);
    }

    private PreparedCollective prepare(CollectiveOperation operation, boolean persistent) {
        comm.checkNotRevoked();
        PreparedCollective prepared = new PreparedCollective(comm, channel, null, persistent);
        operation.run(prepared, prepared.failures());
        return prepared;
    }

    /**
     * Runs an operation that is a part of another call, which an intercommunicator does not have.
     *
     * @param call the other call's name
     * @param steps is given the ranks
     * @throws CommException as the operation does
     */
    public void run(String call, Consumer<RankView> steps) {
        comm.checkUsable();
        if (comm.isInter())
            throw new CommException(
                    ErrorClass.COMM, call + " is not an operation of an intercommunicator: use Merge first");
        runAs(call, steps);
    }

    /**
     * Returns when every rank, of both groups, has called this, as a part of another call.
     *
     * @param call the other call's name
     */
    public void meet(String call) {
        comm.checkUsable();
        runAs(call, comm.isInter() ? InterAllToAll::barrier : Barrier::run);
    }

    /** Does the same as {@link BlockingRanks#enterAgreement}. */
    void enterAgreement() {
        ranks.enterAgreement();
    }

    /**
     * Runs an operation, also one between the leaders of two groups.
     *
     * @param name the call that the operation is part of; null if it is the call itself
     */
    void runAs(String name, Consumer<RankView> steps) {
        claim();
        running = true;
        try {
            ranks.begin(name);
            steps.accept(ranks);
            ranks.end();
        } catch (RuntimeException | Error e) {
            ranks.abandon();
            throw e;
        } finally {
            release();
        }
    }

    /** Returns the latest blocking call. */
    String call() {
        return ranks.describe();
    }

    /**
     * {@return what a message says that a blocking call of this rank has left behind, such as {@code with root 1 for
     * Gather(root=0)}; empty if the message is not known to be one}
     *
     * @param message of the communicator's collective context
     */
    public String leftBehind(Unreceived message) {
        Object call = channel.earlierCall(message.tag());
        if (call == null) return "";
        int own = channel.mark(call);
        int given = message.type() == BasicType.OBJECT || message.bytes() == 0 ? own : message.objects();
        return (given == own ? "" : "with " + CallMark.text(given, own) + " ") + "for " + call;
    }

    /** Frees the shared segment. */
    void free() {
        ranks.free();
    }
}
