package org.jmpi.run.hosts;

/**
 * A host of a job.
 *
 * @param name as the user has written it, without brackets around an IPv6 address; perhaps with {@code user@} in front
 * @param slots how many ranks it is meant for
 * @param maxSlots how many ranks it takes at most; {@link #UNLIMITED} if that is not said
 * @param here whether it is the host of jmpirun
 * @param taken how many ranks of other worlds of the same launcher run there
 */
public record Host(String name, int slots, int maxSlots, boolean here, int taken) {
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** Makes a host on which no other world runs. */
    public Host(String name, int slots, int maxSlots, boolean here) {
        this(name, slots, maxSlots, here, 0);
    }

    /** Returns the same host with more ranks of other worlds. */
    Host taking(int ranks) {
        return new Host(name, slots, maxSlots, here, taken + ranks);
    }

    /** Returns how many slots no other world has. */
    int free() {
        return Math.max(0, slots - taken);
    }

    /** Returns how many ranks of one more world it takes at most. */
    int room() {
        return maxSlots == UNLIMITED ? UNLIMITED : Math.max(0, maxSlots - taken);
    }

    /** Returns the name or address without a user. */
    public String address() {
        return address(name);
    }

    public static String address(String name) {
        return name.substring(name.indexOf('@') + 1);
    }

    @Override
    public String toString() {
        return name;
    }
}
