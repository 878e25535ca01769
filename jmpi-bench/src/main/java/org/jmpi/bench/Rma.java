package org.jmpi.bench;

import java.util.Arrays;
import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.bench.jobs.Machine;

/**
 * Times accesses of rank 0 to a window of rank 1; further ranks wait in a barrier.
 *
 * <pre>{@code
 * jmpirun -np 2 rma                                     put, get, accumulate ... passive, by fences, by Post and Start
 * jmpirun -np 2 rma --only get,fetch_and_op --sizes '8 4096' --csv
 * jmpirun -np 2 rma --memory create                     windows over arrays instead of allocated memory
 * jmpirun -np 2 rma --computing                         rank 1 computes: medians, 99th percentiles, cost to it
 * jmpirun -np 2 rma --paper                             reads and writes of the MRPC paper, beside its figures
 * }</pre>
 *
 * A passive access is one between Lock_all and Unlock_all, with a Flush. Rank 1 waits in a receive meanwhile, or
 * computes. Each size checks the content of an access; the exit code is 1 if it is wrong.
 */
public final class Rma {
    private static final int CORRUPT = 1;
    private static final int MAX_SIZE = 1 << 26;

    private final Options options;
    private final Form form;
    private final Pace pace;
    private final Exposure.Memory memory;
    private final Intracomm pair;

    private Rma(Options options, Exposure.Memory memory, Intracomm pair) throws Exception {
        this.options = options;
        this.memory = memory;
        this.pair = pair;
        form = Form.of(options);
        pace = Pace.of(options);
    }

    /**
     * Starts the program on this rank.
     *
     * @param args the options that {@code --help} lists
     * @throws Exception what ends the rank, and so the job
     */
    public static void main(String[] args) throws Exception {
        Program.main(args, options(), Rma::run);
    }

    static Options options() {
        return Form.declare(new Options("rma", "Times accesses of rank 0 to a window of rank 1."))
                .value("only", "OP,..", "", "accesses to time: " + Options.choices(Access.class))
                .value("sizes", "'N ...'", "8 1024 65536 1048576", "bytes of an access; atomic ones have 8")
                .value("memory", "KIND", "allocate", "of the window: " + Options.choices(Exposure.Memory.class))
                .flag("computing", "rank 1 computes: 99th percentiles of passive accesses, and the cost to it")
                .flag("paper", "reads and writes of 8 and 160 bytes, beside those of the MRPC paper");
    }

    static int run(Options options) throws Exception {
        if (MPI.COMM_WORLD.Size() < 2) throw new Options.Invalid("needs at least 2 ranks, has 1; start it with -np 2");
        if (options.has("computing") && options.has("paper"))
            throw new Options.Invalid("--computing and --paper: choose one");
        List<Access> accesses = accesses(options);
        int[] sizes = options.integers("sizes", 1, MAX_SIZE);
        Exposure.Memory memory = options.choice("memory", Exposure.Memory.class);
        boolean takesPart = MPI.COMM_WORLD.Rank() < 2;
        boolean speaks = MPI.COMM_WORLD.Rank() == 0;
        if (speaks && Machine.isBusy(Machine.load())) System.err.println(Machine.busy("rma", Machine.load()));
        Intracomm pair = MPI.COMM_WORLD.Split(takesPart ? 0 : MPI.UNDEFINED, 0);
        int code = 0;
        try {
            if (takesPart) new Rma(options, memory, pair).measure(accesses, sizes);
        } catch (Exposure.Corrupt e) {
            if (speaks) System.err.println("rma: " + e.getMessage());
            code = speaks ? CORRUPT : 0;
        }
        MPI.COMM_WORLD.Barrier();
        return code;
    }

    private static List<Access> accesses(Options options) throws Options.Invalid {
        List<Access> accesses = options.has("only") ? options.choices("only", Access.class) : List.of(Access.values());
        if (!options.has("computing")) return accesses;
        List<Access> passive = accesses.stream().filter(Access::isPassive).toList();
        if (passive.isEmpty()) throw options.wrong("only", "rank 1 can't compute during these; leave --computing out");
        return passive;
    }

    private void measure(List<Access> accesses, int[] sizes) throws Exception {
        if (options.has("paper")) {
            new GlobalPointers(form, memory, pair, new Batches(pace)).run();
            return;
        }
        Program.print(form.heading());
        Batches batches = new Batches(pace);
        ComputingTarget target = new ComputingTarget(pace, pair);
        for (Access access : accesses) {
            int[] own = access.kind.isSingle() ? new int[] {Long.BYTES} : sizes;
            for (int size : Arrays.stream(own).distinct().toArray()) time(access, size, batches, target);
        }
    }

    private void time(Access access, int size, Batches batches, ComputingTarget target) throws Exception {
        Exposure exposure = new Exposure(access, size, memory, pair);
        exposure.verify();
        if (options.has("computing")) {
            for (Series series : target.time(access, exposure)) Program.print(form.row(series));
        } else {
            double[] micros = batches.time(access.toString(), exposure::run);
            Program.print(form.row(Series.of(access.toString(), MPI.COMM_WORLD.Size(), exposure.bytes(), micros)));
        }
        exposure.free();
    }
}
