package org.jmpi;

import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.session.RankWorld;

/**
 * All ranks of the job.
 *
 * <pre>{@code
 * public class Sum {
 *     public static void main(String[] args) {
 *         try (World world = Jmpi.world()) {
 *             int sum = world.allReduce(world.rank(), Integer::sum);
 *             System.out.println("rank " + world.rank() + " of " + world.size() + ", sum of ranks " + sum);
 *         }
 *     }
 * }
 * }</pre>
 */
public final class World extends Communicator {
    private final RankWorld world;
    private volatile boolean closed;

    World(RankWorld world) {
        super(world.worldComm(), false);
        this.world = world;
    }

    @Override
    org.jmpi.comm.communicator.Communicator core() {
        if (closed) throw new CommException(ErrorClass.COMM, "world has been closed: call Jmpi.world() again");
        return super.core();
    }

    /** {@return the name of the host that this rank runs on} */
    public String processorName() {
        return ask(core -> world.processorName());
    }

    /**
     * Ends the job (MPI-4.1 section 9.7). Does not return, unless the ranks are threads of a test: then it throws.
     *
     * @param code the exit code of the job
     */
    public void abort(int code) {
        abort(code, null);
    }

    /**
     * Does the same as {@link #abort(int)}, and shows a message with the rank.
     *
     * @param code the exit code of the job
     * @param message why the job ends, shown in one line; null for none
     */
    public void abort(int code, String message) {
        call(core -> {
            world.abort(code, message);
            return null;
        });
    }

    /**
     * Ends the use of this object. Does not wait for the other ranks, so that an exception that leaves the block ends
     * the job at once. Messages that were sent still arrive. The rank leaves the job when its program ends.
     */
    @Override
    public void close() {
        closed = true;
    }
}
