package org.jmpi.bench.rpc;

import java.util.List;
import mpi.MPI;
import org.jmpi.bench.Options;
import org.jmpi.bench.Program;
import org.jmpi.rpc.GlobalRef;
import org.jmpi.rpc.ObjectSpace;

/**
 * What {@link Calls} does, with workers that are objects of ranks: rank 0 calls those of the others.
 *
 * <pre>{@code
 * jmpirun -np 2 org.jmpi.bench.rpc.RankCalls --program pingpong --sizes '0 1000'
 * jmpirun -np 4 org.jmpi.bench.rpc.RankCalls --program matrix --size 200
 * }</pre>
 */
public final class RankCalls {
    private RankCalls() {}

    /**
     * Starts the program on this rank.
     *
     * @param args the options that {@code --help} lists
     * @throws Exception what ends the rank, and so the job
     */
    public static void main(String[] args) throws Exception {
        Program.main(args, options(), RankCalls::run);
    }

    static Options options() {
        return Calls.declare(new Options("calls", "Times calls of objects of other ranks."));
    }

    static int run(Options options) throws Exception {
        Calls.Order order = Calls.Order.of(options);
        if (MPI.COMM_WORLD.Size() < 2) throw new Options.Invalid("needs a master and a worker; start it with -np 2");
        List<GlobalRef<Worker>> workers = ObjectSpace.open().exportAll(Worker.class, new LocalWorker());
        int code = MPI.COMM_WORLD.Rank() == 0
                ? order.carryOut(workers.stream().skip(1).map(GlobalRef::get).toList())
                : 0;
        MPI.COMM_WORLD.Barrier();
        return code;
    }
}
