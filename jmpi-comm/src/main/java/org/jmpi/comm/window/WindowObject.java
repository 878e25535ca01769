package org.jmpi.comm.window;

import java.util.List;
import java.util.Map;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Group;
import org.jmpi.comm.object.Attributes;
import org.jmpi.comm.object.ErrorHandler;
import org.jmpi.comm.object.Info;

/** What a window is beside its accesses: the numbers of its calls, and an object of MPI. */
public abstract class WindowObject {
    /** The key of the attribute that holds the memory of this rank. */
    public static final int BASE_KEY = -201;

    /** The key of the size of this rank's memory: a Long. */
    public static final int SIZE_KEY = -202;

    /** The key of this rank's displacement unit: an Integer. */
    public static final int DISP_UNIT_KEY = -203;

    /** The key of how the window was made: one of the flavors. */
    public static final int CREATE_FLAVOR_KEY = -204;

    /** The key of the memory model: {@link #MODEL_UNIFIED}. */
    public static final int MODEL_KEY = -205;

    /** The flavor of a window over memory of the program. */
    public static final int FLAVOR_CREATE = 1;

    /** The flavor of a window over memory of the library. */
    public static final int FLAVOR_ALLOCATE = 2;

    /** The flavor of a window to which memory is attached. */
    public static final int FLAVOR_DYNAMIC = 3;

    /** The flavor of a window whose memory all ranks share. */
    public static final int FLAVOR_SHARED = 4;

    /** The memory model of which no window is. */
    public static final int MODEL_SEPARATE = 1;

    /** The memory model of each window. */
    public static final int MODEL_UNIFIED = 2;

    /** A lock that no other rank has at the same time. */
    public static final int LOCK_EXCLUSIVE = 1;

    /** A lock that other ranks may have at the same time. */
    public static final int LOCK_SHARED = 2;

    /** Asserts that no other call conflicts. */
    public static final int MODE_NOCHECK = 1;

    /** Asserts that this rank has not stored to its memory. */
    public static final int MODE_NOSTORE = 2;

    /** Asserts that no rank will put to this one's memory. */
    public static final int MODE_NOPUT = 4;

    /** Asserts that a fence ends no epoch of accesses. */
    public static final int MODE_NOPRECEDE = 8;

    /** Asserts that a fence begins no epoch of accesses. */
    public static final int MODE_NOSUCCEED = 16;

    private static final List<String> HINTS =
            List.of("no_locks", "same_size", "same_disp_unit", "alloc_shared_noncontig");

    /** The communicator of the window's own. */
    final Communicator comm;

    private final Attributes attributes;
    private final Info info = new Info();

    /**
     * @param predefined attributes
     * @param hints null for none
     */
    WindowObject(Communicator comm, Map<Integer, Object> predefined, Info hints) {
        this.comm = comm;
        this.attributes = new Attributes(this, predefined);
        if (hints != null) info.setFlags(hints, HINTS);
    }

    /** Refuses a window that has been freed, or whose world is over. */
    abstract void checkUsable();

    // ---- the object (MPI-4.1 sections 12.2.6, 12.2.7, 7.7.3, 7.8 and 9.3.2) ----

    /** {@return the communicator of the window's own, whose error handler and handle are the window's} */
    public final Communicator communicator() {
        return comm;
    }

    /** {@return the ranks of the window} */
    public final Group group() {
        checkUsable();
        return comm.group();
    }

    /** {@return the attributes} */
    public final Attributes attributes() {
        return attributes;
    }

    /** {@return a copy of the hints that are in use} */
    public final Info info() {
        return info.copy();
    }

    /**
     * Sets hints. Those that the library does not know are ignored.
     *
     * @param hints null for none
     */
    public final void info(Info hints) {
        if (hints != null) info.setFlags(hints, HINTS);
    }

    /** {@return the name; empty without one} */
    public final String name() {
        return comm.name();
    }

    /**
     * Names the window at this rank.
     *
     * @param given at most {@link Communicator#MAX_NAME} characters
     * @throws org.jmpi.comm.error.CommException of class ARG if it is null or too long
     */
    public final void name(String given) {
        comm.name(given);
    }

    /** {@return the reaction to failed calls} */
    public final ErrorHandler errorHandler() {
        return comm.errorHandler();
    }

    /**
     * Sets the reaction to failed calls.
     *
     * @param handler a new window has that of the communicator
     */
    public final void errorHandler(ErrorHandler handler) {
        comm.errorHandler(handler);
    }

    // ---- failures (User-Level Failure Mitigation) ----

    /**
     * Revokes the window at all its ranks, without their help. Operations that wait for other ranks fail soon, and so
     * does every later call that communicates but {@link Window#free}: by class REVOKED.
     */
    public final void revoke() {
        checkUsable();
        comm.revoke();
    }

    /** {@return whether the window is revoked, as far as this rank knows} */
    public final boolean isRevoked() {
        checkUsable();
        return comm.isRevoked();
    }

    /** {@return the ranks that are known to have failed} */
    public final Group failed() {
        checkUsable();
        return comm.survivors().failed();
    }
}
