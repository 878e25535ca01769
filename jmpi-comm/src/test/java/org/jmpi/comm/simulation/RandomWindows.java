package org.jmpi.comm.simulation;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.session.Init;
import org.jmpi.comm.session.RankWorld;

/** Random programs of windows, one after the other, each on some of the four ranks of a job. */
public final class RandomWindows {
    /** The ranks of a job. */
    public static final int RANKS = RandomWindow.MOST_RANKS;

    private static final int SHRINKING_RUNS = 100;

    private final long first;
    private final long last;
    private final RandomWindow only;

    /** The program that has failed. */
    private final AtomicReference<RandomWindow> failed = new AtomicReference<>();

    /** Programs of seeds, from the first to the last one. */
    public RandomWindows(long first, long last) {
        this.first = first;
        this.last = last;
        this.only = null;
    }

    private RandomWindows(RandomWindow only) {
        this.first = 0;
        this.last = 0;
        this.only = only;
    }

    /** {@return the program that a line names} */
    public static RandomWindows of(String line) {
        return new RandomWindows(RandomWindow.parse(line));
    }

    /**
     * Runs programs as a rank of a job; the first rank prints a line after the last one.
     *
     * @param args the first and the last seed
     */
    public static void main(String[] args) {
        RankWorld world = Init.join();
        world.open();
        new RandomWindows(Long.parseLong(args[0]), Long.parseLong(args[1])).run(world.worldComm(), new Info());
        if (world.rank() == 0) System.out.println("passed");
        world.finish();
    }

    /**
     * Runs the programs at one rank.
     *
     * @param world of {@link #RANKS} ranks
     * @param info hints of the windows
     * @throws AssertionError if the rank sees what the model does not allow
     */
    public void run(Communicator world, Info info) {
        for (long seed = first; seed <= last; seed++) {
            RandomWindow program = only == null ? new RandomWindow(seed) : only;
            try {
                run(world, program, info);
            } catch (Throwable e) {
                failed.compareAndSet(null, program);
                throw e;
            }
        }
    }

    /** Runs a program on as many ranks as it has, which are not always the first ones. */
    private static void run(Communicator world, RandomWindow program, Info info) {
        int place = new int[] {0, 2, 1, 3}[(world.rank() + program.turn()) % RANKS];
        Communicator comm = Communicators.split(world, place < program.ranks ? 0 : Communicator.UNDEFINED, place);
        if (comm == null) return;
        WindowRun.run(program, comm, info);
        comm.free();
    }

    /**
     * {@return the least program found that fails, for a person; empty if none has failed}
     *
     * @param fails runs a program; returns whether it fails
     */
    public String least(Predicate<RandomWindows> fails) {
        if (failed.get() == null) return "";
        RandomWindow least = new Shrinker<RandomWindow>(
                        smaller -> fails.test(new RandomWindows(smaller)), SHRINKING_RUNS)
                .shrink(failed.get());
        return "\nthe least program that fails: " + least.text();
    }
}
