package org.jmpi.comm.simulation;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jmpi.comm.communicator.Communicator;

/**
 * A communicator of a program.
 *
 * @param name in the program's text, and at each rank
 * @param maker the action that makes it; -1 for the world
 * @param group the world's ranks of the group that comes first
 * @param other those of the other group; null if there is only one
 */
record CommModel(String name, int maker, int[] group, int[] other) {
    static CommModel world(int ranks) {
        return new CommModel("world", -1, IntStream.range(0, ranks).toArray(), null);
    }

    boolean isInter() {
        return other != null;
    }

    /** Returns the world's ranks of all members. */
    int[] members() {
        return isInter()
                ? IntStream.concat(Arrays.stream(group), Arrays.stream(other)).toArray()
                : group;
    }

    /** Returns the group of a member. */
    int[] own(int member) {
        return !isInter() || indexOf(group, member) >= 0 ? group : other;
    }

    /** Returns the group that a member's messages go to. */
    int[] remote(int member) {
        if (!isInter()) return group;
        return own(member) == group ? other : group;
    }

    /** Returns the rank of a member in its own group, by which others address it. */
    int rank(int member) {
        return indexOf(own(member), member);
    }

    /** Fails if a communicator of a member is another one. */
    void check(Communicator made, int member) {
        int[] local = Simulation.processes(made.group());
        int[] remote = Simulation.processes(made.remoteGroup());
        if (made.rank() != rank(member) || !Arrays.equals(local, own(member)) || !Arrays.equals(remote, remote(member)))
            throw new AssertionError(name + " has rank " + made.rank() + " in group " + Arrays.toString(local)
                    + ", remote group " + Arrays.toString(remote));
    }

    static int indexOf(int[] ranks, int rank) {
        for (int i = 0; i < ranks.length; i++) if (ranks[i] == rank) return i;
        return -1;
    }

    @Override
    public String toString() {
        return name;
    }
}
