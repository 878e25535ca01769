package org.jmpi.comm.communicator;

import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/** A group as a program holds it, until it is freed (MPI-4.1 section 7.3.3). */
public final class GroupHandle {
    /** The handle of no group. */
    public static final GroupHandle NULL = new GroupHandle(null);

    /** The group without members. It is every rank's, and so {@link #free} leaves it as it is. */
    public static final GroupHandle EMPTY = new GroupHandle(Group.EMPTY);

    private volatile Group group;

    /** @param group the members */
    public GroupHandle(Group group) {
        this.group = group;
    }

    /**
     * {@return the members}
     *
     * @param handle null if the program gave none
     * @throws CommException of class GROUP if the handle is null, that of no group or freed
     */
    public static Group group(GroupHandle handle) {
        if (handle == null) throw new CommException(ErrorClass.GROUP, "group is null");
        if (handle == NULL) throw new CommException(ErrorClass.GROUP, "group is MPI.GROUP_NULL");
        Group group = handle.group;
        if (group == null) throw new CommException(ErrorClass.GROUP, "group has been freed");
        return group;
    }

    /**
     * Ends the use of the handle.
     *
     * @throws CommException of class GROUP if it is that of no group or freed
     */
    public void free() {
        group(this);
        if (this != EMPTY) group = null;
    }
}
