package org.jmpi.comm.communicator;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.match.Pattern;
import org.jmpi.comm.object.Attributes;
import org.jmpi.comm.object.ErrorHandler;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.schedule.ScheduleExecution;

/**
 * A communicator at one rank: its group, and a context of its own for point-to-point messages and for collective ones,
 * so that neither ever meets another's (MPI-4.1 section 7.1).
 */
public final class Communicator {
    /** Any sender's rank, where one is awaited. */
    public static final int ANY_SOURCE = Pattern.ANY;

    /** Any tag, where one is awaited. */
    public static final int ANY_TAG = Pattern.ANY;

    /** MPI_PROC_NULL: a message to or from it completes at once. */
    public static final int PROC_NULL = Collective.PROC_NULL;

    /** The root argument of the root itself in a collective operation of an intercommunicator. */
    public static final int ROOT = Collective.ROOT;

    /** No rank. */
    public static final int UNDEFINED = Operation.UNDEFINED;

    /** The largest tag. */
    public static final int TAG_UB = Integer.MAX_VALUE;

    /** The most characters of a communicator's name. */
    public static final int MAX_NAME = 255;

    /** The key of the attribute that holds the largest tag. */
    public static final int TAG_UB_KEY = -101;

    /** The key of the host's rank: there is none. */
    public static final int HOST_KEY = -102;

    /** The key of a rank that can read and write files: all can. */
    public static final int IO_KEY = -103;

    /** The key of whether the clocks of all ranks agree: 0, they need not. */
    public static final int WTIME_IS_GLOBAL_KEY = -104;

    /** The key of how many processes the job can have; of the communicator of the world alone. */
    public static final int UNIVERSE_SIZE_KEY = -105;

    /** The key of the number of this process's program; of the communicator of the world alone. */
    public static final int APPNUM_KEY = -106;

    /** The attributes of every communicator (MPI-4.1 section 9.1.2). */
    private static final Map<Integer, Object> PREDEFINED =
            Map.of(TAG_UB_KEY, TAG_UB, HOST_KEY, PROC_NULL, IO_KEY, ANY_SOURCE, WTIME_IS_GLOBAL_KEY, 0);

    /** The hints that a communicator has (MPI-4.1 section 7.4.4). The library relies on none of them. */
    private static final List<String> ASSERTIONS = List.of(
            "mpi_assert_no_any_tag",
            "mpi_assert_no_any_source",
            "mpi_assert_exact_length",
            "mpi_assert_allow_overtaking",
            "mpi_assert_strict_persistent_collective_ordering");

    private final Process process;
    private final Group group;
    private final Group remote;
    private final int context;
    private final int rank;
    private final Communicator local;
    private final PointToPoint pointToPoint;

    /** Null before the first call; many a communicator is freed without one. */
    private volatile Collectives collectives;

    /** Null before it is needed; guarded by this. */
    private Survivors survivors;

    private final Attributes attributes = new Attributes(this, PREDEFINED);

    /** Null before the program sets hints. */
    private volatile Info info;

    private volatile ErrorHandler errorHandler = ErrorHandler.RETURN;
    private volatile String name = "";
    private volatile Object handle;
    private final int epoch;
    private volatile boolean freed;

    /** Why the communicator is revoked; null if it is not. */
    private final AtomicReference<CommException> revoked = new AtomicReference<>();

    /** The collective operations for which no thread waits. */
    private final AtomicInteger underWay = new AtomicInteger();

    private final AtomicBoolean retired = new AtomicBoolean();

    /**
     * What was found by a look at the members.
     *
     * @param count how many failures there were
     * @param cause why no operation of all members can be completed, or null
     */
    private record Failed(int count, CommException cause) {
        static final Failed NONE = new Failed(0, null);
    }

    private volatile Failed failed = Failed.NONE;

    private Communicator(Process process, Group group, Group remote, int context, Communicator local) {
        this.process = process;
        this.group = group;
        this.remote = remote;
        this.context = context;
        this.rank = group.rankOf(process.worldRank());
        this.local = local == null ? this : local;
        this.pointToPoint = new PointToPoint(this);
        this.epoch = process.epoch();
    }

    /**
     * Makes the communicator of one group.
     *
     * @param process this process
     * @param group the members
     * @param context even, and the same at every rank; the collective context is the next number
     * @return the communicator
     */
    public static Communicator intra(Process process, Group group, int context) {
        return process.register(new Communicator(process, group, group, context, null));
    }

    /**
     * Makes the communicator between two groups (MPI-4.1 section 7.6).
     *
     * @param local the communicator of this process's own group, for what it has to agree on
     * @param context even, and the same at every rank of both groups
     */
    static Communicator inter(Communicator local, Group remote, int context) {
        return local.process.register(new Communicator(local.process, local.group, remote, context, local));
    }

    /** {@return the process that this end of the communicator is in} */
    public Process process() {
        return process;
    }

    /** {@return this process's rank in its own group} */
    public int rank() {
        return rank;
    }

    /** {@return the size of this process's own group} */
    public int size() {
        return group.size();
    }

    /** {@return this process's own group} */
    public Group group() {
        return group;
    }

    /** {@return the group that messages go to and come from: of an intercommunicator the other one} */
    public Group remoteGroup() {
        return remote;
    }

    /** {@return whether this communicator joins two groups} */
    public boolean isInter() {
        return local != this;
    }

    /** {@return the number of the context of point-to-point messages, which no other communicator has} */
    public int context() {
        return context;
    }

    /**
     * {@return whether a context is this communicator's one for collective messages}
     *
     * @param number of a context of this communicator
     */
    public boolean isCollective(int number) {
        return number == context + 1;
    }

    /** {@return the collective call that runs, or the one that ran last} */
    public String collectiveCall() {
        return collectives().call();
    }

    /** Returns the communicator of this process's own group: this one, unless it joins two. */
    Communicator local() {
        return local;
    }

    /** {@return the values cached with this communicator (MPI-4.1 section 7.7)} */
    public Attributes attributes() {
        return attributes;
    }

    /** {@return a copy of the hints that are in use (MPI-4.1 section 7.4.4)} */
    public Info info() {
        Info set = info;
        return set == null ? new Info() : set.copy();
    }

    /**
     * Sets hints. Those that the library does not know are ignored.
     *
     * @param hints with the values "true" or "false"; other values are ignored
     */
    public synchronized void info(Info hints) {
        if (info == null) info = new Info();
        info.setFlags(hints, ASSERTIONS);
    }

    /** {@return the reaction to failed calls (MPI-4.1 section 9.3)} */
    public ErrorHandler errorHandler() {
        return errorHandler;
    }

    /**
     * Sets the reaction to failed calls.
     *
     * @param handler is inherited by communicators that are made from this one
     */
    public void errorHandler(ErrorHandler handler) {
        errorHandler = handler;
    }

    /** {@return the name that the program has given; empty without one (MPI-4.1 section 7.8)} */
    public String name() {
        return name;
    }

    /**
     * Names the communicator at this rank.
     *
     * @param given at most {@value #MAX_NAME} characters
     * @throws CommException of class ARG if it is null or too long
     */
    public void name(String given) {
        if (given == null || given.length() > MAX_NAME)
            throw new CommException(
                    ErrorClass.ARG,
                    given == null
                            ? "name is null"
                            : "name is too long: characters=" + given.length() + ", at most " + MAX_NAME);
        name = given;
    }

    /** {@return the binding's object by which the program knows this communicator; null if it has none} */
    public Object handle() {
        return handle;
    }

    /**
     * Sets the binding's object by which the program knows this communicator; the first one counts.
     *
     * @param first a communicator of the binding
     */
    public void handle(Object first) {
        if (handle == null) handle = first;
    }

    /** Hands on what a communicator inherits from the one that it is made from. */
    Communicator inheritFrom(Communicator parent) {
        errorHandler = parent.errorHandler;
        return this;
    }

    /** {@return whether this is the communicator of the world or of this process alone} */
    public boolean isPredefined() {
        return process.contextIds().isPredefined(context);
    }

    /** {@return whether the communicator has been freed} */
    public boolean isFreed() {
        return freed;
    }

    /**
     * Frees the communicator (MPI-4.1 section 7.4.3); what is under way in it still completes.
     *
     * @throws CommException of class COMM if it has been freed, or is that of the world or of this process alone
     */
    public void free() {
        checkUsable();
        if (isPredefined()) throw new CommException(ErrorClass.COMM, "MPI.COMM_WORLD and MPI.COMM_SELF can't be freed");
        attributes.deleteAll();
        freed = true;
        process.events().handleFreed(this);
        if (underWay.get() == 0) retire();
        if (isInter()) local.free();
    }

    /** Frees the contexts and the shared memory, once the communicator is freed and no operation is under way. */
    private void retire() {
        if (!retired.compareAndSet(false, true)) return;
        freeMemory();
        process.communicators().remove(this);
    }

    /**
     * Refuses a communicator that has been freed, or whose world is over.
     *
     * @throws CommException of class COMM
     */
    public void checkUsable() {
        if (freed) throw new CommException(ErrorClass.COMM, "communicator has been freed");
        checkNotOver();
    }

    /**
     * Refuses a communicator that can't be used to communicate.
     *
     * @throws CommException of class COMM if it has been freed, or its world is over; REVOKED
     */
    public void checkNotRevoked() {
        checkUsable();
        CommException cause = revoked.get();
        if (cause != null) throw process.engine().peers().raised(cause);
    }

    /**
     * Revokes the communicator at all its ranks, without their help (MPIX_Comm_revoke of User-Level Failure
     * Mitigation). Operations that are under way in it fail by class REVOKED, and so do later calls that communicate,
     * but for those of {@link #survivors}. A communicator that has been revoked stays so.
     */
    public void revoke() {
        checkUsable();
        process.revocations().revoke(context, process.worldRank());
    }

    /**
     * {@return whether the communicator is revoked, as far as this rank knows}
     *
     * @throws CommException of class COMM if it has been freed, or its world is over
     */
    public boolean isRevoked() {
        checkUsable();
        return revoked.get() != null;
    }

    /**
     * Notes that the communicator is revoked. That of an intercommunicator's own group is revoked, too: each rank of
     * the group does so.
     */
    void revoked(CommException cause) {
        if (!revoked.compareAndSet(null, cause) || !isInter()) return;
        process.engine().inbox().revoke(local.context, cause, () -> local.revoked(cause));
    }

    /** Returns the ranks in the world of all members. */
    int[] members() {
        return isInter() ? group.union(remote).worldRanks() : group.worldRanks();
    }

    /** {@return why the communicator is revoked; null if it is not} */
    public CommException revocation() {
        return revoked.get();
    }

    /** Refuses a communicator whose world is over. */
    void checkNotOver() {
        if (isOver()) throw new CommException(ErrorClass.COMM, "communicator was made before MPI.Finalize");
    }

    /** {@return whether the communicator's world is over} */
    public boolean isOver() {
        return epoch != process.epoch();
    }

    /** {@return the point-to-point communication} */
    public PointToPoint pointToPoint() {
        return pointToPoint;
    }

    /**
     * {@return why no operation of all members can be completed: one of them has failed, or the communicator is
     * revoked; null while neither has happened}
     */
    public CommException failure() {
        int count = process.engine().peers().count();
        if (count == 0) return null;
        Failed known = failed;
        if (known.count != count) {
            known = new Failed(count, lookForFailure());
            failed = known;
        }
        return known.cause;
    }

    private CommException lookForFailure() {
        if (revoked.get() != null) return revoked.get();
        int failedRank = failedRank();
        return failedRank < 0 ? null : process.engine().peers().get(failedRank).gone();
    }

    /**
     * Returns the rank in the world of a member that has failed; -1 if there is none. An operation may fail by the end
     * of a peer before the number of failures has grown, so that this looks at the members themselves.
     */
    int failedRank() {
        int rankInWorld = process.engine().peers().failedAmong(group.worldRanks());
        if (rankInWorld < 0 && isInter()) rankInWorld = process.engine().peers().failedAmong(remote.worldRanks());
        return rankInWorld;
    }

    /** {@return what the ranks do that are left after failures} */
    public synchronized Survivors survivors() {
        if (survivors == null) survivors = new Survivors(this);
        return survivors;
    }

    /** {@return the ranks in the world that may send to this one, less those whose failure is acknowledged} */
    public synchronized int[] senders() {
        return survivors == null ? remote.worldRanks() : survivors.senders();
    }

    /** {@return the collective operations} */
    public Collectives collectives() {
        Collectives known = collectives;
        return known != null ? known : newCollectives();
    }

    private synchronized Collectives newCollectives() {
        if (collectives == null) collectives = new Collectives(this);
        return collectives;
    }

    /** Frees the memory that the collective operations share with other ranks. */
    void freeMemory() {
        Collectives known = collectives;
        if (known != null) known.free();
    }

    /** Takes note that an operation starts for which no thread waits. */
    void started(ScheduleExecution execution) {
        process.started(execution);
        underWay.incrementAndGet();
    }

    /** Takes note that such an operation is over. */
    void ended(ScheduleExecution execution) {
        process.ended(execution);
        if (underWay.decrementAndGet() == 0 && freed) retire();
    }
}
