package org.jmpi.comm.communicator;

import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.fault.Revocations;

/**
 * The names of processes. Each process numbers those of other worlds by itself, behind the ranks of its own world. What
 * one process says of others to another one names them by their world and their rank in it.
 */
public final class ProcessNames implements Revocations.Names {
    private static final int INTS = 3;

    private final int size;
    private volatile LongSupplier world = () -> 0;
    private final Map<Integer, Name> joined = new ConcurrentHashMap<>();
    private final Map<Name, Integer> numbers = new ConcurrentHashMap<>();

    /**
     * A name that is the same in all processes.
     *
     * @param world a number that no other world has
     * @param rank in that world
     */
    public record Name(long world, int rank) implements Comparable<Name> {
        private static final Comparator<Name> ORDER =
                Comparator.comparingLong(Name::world).thenComparingInt(Name::rank);

        @Override
        public int compareTo(Name other) {
            return ORDER.compare(this, other);
        }

        @Override
        public String toString() {
            return "rank " + rank + " of world " + Integer.toHexString((int) (world >>> Integer.SIZE));
        }
    }

    /** @param size the number of ranks of this process's world */
    ProcessNames(int size) {
        this.size = size;
    }

    /**
     * Sets the number of this process's world.
     *
     * @param id returns a number that no other world has, the same one at each of its ranks
     */
    public void world(LongSupplier id) {
        world = id;
    }

    /**
     * {@return the name of a process}
     *
     * @param number by which this process knows it
     */
    public Name name(int number) {
        return number < size ? new Name(world.getAsLong(), number) : joined.get(number);
    }

    /**
     * {@return the number by which this process knows another one, or itself; -1 if it has no way to it}
     *
     * @param name of the other one
     */
    public int number(Name name) {
        if (name.world() == world.getAsLong()) return name.rank();
        return numbers.getOrDefault(name, -1);
    }

    /**
     * Notes a process of another world that has joined.
     *
     * @param name its name
     * @param number by which this process knows it
     */
    public void add(Name name, int number) {
        joined.put(number, name);
        numbers.put(name, number);
    }

    /**
     * Forgets a process of another world.
     *
     * @param number by which this process knew it
     */
    public void remove(int number) {
        Name name = joined.remove(number);
        if (name != null) numbers.remove(name, number);
    }

    /** Returns whether of two processes the first one comes first, as every process finds. */
    boolean isBefore(int one, int other) {
        if (one < size && other < size) return one < other;
        return name(one).compareTo(name(other)) < 0;
    }

    @Override
    public int length() {
        return INTS;
    }

    @Override
    public int[] encode(int... processes) {
        int[] names = new int[length(processes.length)];
        for (int i = 0; i < processes.length; i++) {
            Name name = name(processes[i]);
            names[INTS * i] = (int) (name.world() >>> Integer.SIZE);
            names[INTS * i + 1] = (int) name.world();
            names[INTS * i + 2] = name.rank();
        }
        return names;
    }

    /** Returns how many numbers the names of some processes have. */
    static int length(int processes) {
        return INTS * processes;
    }

    static Name decode(int[] names, int index) {
        int at = INTS * index;
        long world = (long) names[at] << Integer.SIZE | names[at + 1] & 0xFFFF_FFFFL;
        return new Name(world, names[at + 2]);
    }

    /**
     * Returns the numbers of processes whose names have come.
     *
     * @throws CommException of class UNSUPPORTED_OPERATION if this process has no way to one of them
     */
    int[] decode(int[] names) {
        int[] processes = numbers(names);
        for (int i = 0; i < processes.length; i++)
            if (processes[i] < 0)
                throw new CommException(
                        ErrorClass.UNSUPPORTED_OPERATION,
                        name(0).toString().replaceFirst("rank 0", "a rank") + " is not connected to " + decode(names, i)
                                + ": connect the two by Accept and Connect first");
        return processes;
    }

    @Override
    public int[] numbers(int[] names) {
        int[] processes = new int[names.length / INTS];
        for (int i = 0; i < processes.length; i++) processes[i] = number(decode(names, i));
        return processes;
    }
}
