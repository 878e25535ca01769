package org.jmpi.run.hosts;

/**
 * A host of a job.
 *
 * @param name as the user has written it, without brackets around an IPv6 address; perhaps with {@code user@} in front
 * @param slots how many ranks it is meant for
 * @param maxSlots how many ranks it takes at most; {@link #UNLIMITED} if that is not said
 * @param here whether it is the host of jmpirun
 */
public record Host(String name, int slots, int maxSlots, boolean here) {
    public static final int UNLIMITED = Integer.MAX_VALUE;

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
