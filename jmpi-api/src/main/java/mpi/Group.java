package mpi;

import org.jmpi.comm.communicator.Comparison;
import org.jmpi.comm.communicator.GroupHandle;
import org.jmpi.comm.error.CommException;

/**
 * An ordered set of processes, each of which has a rank in it (MPI-4.1 section 7.3).
 *
 * <p>Every method throws an {@link MPIException} of class ERR_GROUP if a group is null, {@link MPI#GROUP_NULL} or
 * freed.
 *
 * <pre>{@code
 * Group world = MPI.COMM_WORLD.Group();
 * Group first = world.Incl(new int[] {0, 1});
 * Intracomm pair = MPI.COMM_WORLD.Create(first); // null at all ranks but 0 and 1
 * if (pair != null) pair.Barrier();
 * first.free();
 * world.free();
 * }</pre>
 */
public class Group extends Freeable {
    /** Creates {@link MPI#GROUP_NULL}. */
    static final Group NULL = new Group(GroupHandle.NULL);

    /** The group without members. */
    static final Group EMPTY = new Group(GroupHandle.EMPTY);

    private final GroupHandle handle;

    private Group(GroupHandle handle) {
        this.handle = handle;
    }

    Group(org.jmpi.comm.communicator.Group core) {
        this(new GroupHandle(core));
    }

    /**
     * Returns the members.
     *
     * @throws CommException of class GROUP if the group is null, GROUP_NULL or freed
     */
    static org.jmpi.comm.communicator.Group core(Group group) {
        return GroupHandle.group(group == null ? null : group.handle);
    }

    /** Returns the constant that stands for a result, one of {@link MPI#IDENT} and those after it. */
    static int code(Comparison comparison) {
        return switch (comparison) {
            case IDENT -> MPI.IDENT;
            case CONGRUENT -> MPI.CONGRUENT;
            case SIMILAR -> MPI.SIMILAR;
            case UNEQUAL -> MPI.UNEQUAL;
        };
    }

    // ---- group accessors (MPI-4.1 section 7.3.1) ----

    /** {@return the number of members} */
    public int Size() throws MPIException {
        try {
            return core(this).size();
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /** {@return the rank of the calling process in this group, or {@link MPI#UNDEFINED} if it is not a member} */
    public int Rank() throws MPIException {
        try {
            return core(this).rankOf(Ranks.current().rank());
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * {@return the ranks that members of one group have in another: {@link MPI#UNDEFINED} for those it lacks,
     * {@link MPI#PROC_NULL} for PROC_NULL}
     *
     * @param group1 the group that the ranks are of
     * @param ranks1 ranks of {@code group1}
     * @param group2 the group that they are looked for in
     * @throws MPIException also of class ERR_ARG if {@code ranks1} is null; ERR_RANK if one of them is out of range
     */
    public static int[] Translate_ranks(Group group1, int[] ranks1, Group group2) throws MPIException {
        try {
            return core(group1).translate(ranks1, core(group2));
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * {@return {@link MPI#IDENT} if two groups have the same members in the same order, {@link MPI#SIMILAR} if the
     * order differs, else {@link MPI#UNEQUAL}}
     *
     * @param group1 the first group
     * @param group2 the second group
     */
    public static int Compare(Group group1, Group group2) throws MPIException {
        try {
            return code(core(group1).compare(core(group2)));
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    // ---- group constructors (MPI-4.1 section 7.3.2) ----

    /**
     * {@return the members of the first group, followed by those of the second that the first lacks}
     *
     * @param group1 the first group
     * @param group2 the second group
     */
    public static Group Union(Group group1, Group group2) throws MPIException {
        try {
            return new Group(core(group1).union(core(group2)));
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * {@return the members of the first group that the second has too, in the first one's order}
     *
     * @param group1 the first group
     * @param group2 the second group
     */
    public static Group Intersection(Group group1, Group group2) throws MPIException {
        try {
            return new Group(core(group1).intersection(core(group2)));
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * {@return the members of the first group that the second lacks, in the first one's order}
     *
     * @param group1 the first group
     * @param group2 the second group
     */
    public static Group Difference(Group group1, Group group2) throws MPIException {
        try {
            return new Group(core(group1).difference(core(group2)));
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * {@return the group of these ranks of this group, in the order in which they are given}
     *
     * @param ranks the ranks to take, in the order of the new group
     * @throws MPIException also of class ERR_ARG if {@code ranks} is null; ERR_RANK if one of them is out of range or
     *     occurs twice
     */
    public Group Incl(int[] ranks) throws MPIException {
        try {
            return new Group(core(this).incl(ranks));
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * {@return this group without these ranks of it, in its own order}
     *
     * @param ranks the ranks to leave out
     * @throws MPIException as {@link #Incl} does
     */
    public Group Excl(int[] ranks) throws MPIException {
        try {
            return new Group(core(this).excl(ranks));
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * {@return the group of the ranks that ranges of this group yield, in that order}
     *
     * @param ranges triplets of first rank, bound and stride: {@code first, first + stride, ...} as far as the bound,
     *     which need not be a rank itself
     * @throws MPIException also of class ERR_ARG if {@code ranges} or one of them is null or no triplet, has stride 0
     *     or leads away from its bound, or if two yield the same rank; ERR_RANK if one yields a rank that is out of
     * range
     */
    public Group Range_incl(int[][] ranges) throws MPIException {
        try {
            return new Group(core(this).rangeIncl(ranges));
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * {@return this group without the ranks that ranges of it yield, in its own order}
     *
     * @param ranges the ranks to leave out, as {@link #Range_incl} has them
     * @throws MPIException as {@link #Range_incl} does
     */
    public Group Range_excl(int[][] ranges) throws MPIException {
        try {
            return new Group(core(this).rangeExcl(ranges));
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    // ---- group destructor (MPI-4.1 section 7.3.3) ----

    @Override
    public void free() throws MPIException {
        try {
            handle.free();
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }
}
