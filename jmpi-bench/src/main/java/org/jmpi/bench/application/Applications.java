package org.jmpi.bench.application;

import static org.jmpi.bench.Table.number;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import mpi.MPI;
import org.jmpi.bench.Options;
import org.jmpi.bench.Program;
import org.jmpi.bench.ProgressBar;
import org.jmpi.bench.Table;
import org.jmpi.bench.jobs.Machine;

/**
 * Runs the applications by which two papers compare models of parallel programs: "A Performance Comparison of DSM, PVM,
 * and MPI", and "MRPC: A High Performance RPC System for MPMD Parallel Computing". Rank 0 solves each problem alone,
 * then all ranks solve it, and the results are compared.
 *
 * <pre>{@code
 * jmpirun -np 4 applications                               all, small
 * jmpirun -np 4 applications --size paper                  the sizes of the papers
 * jmpirun -np 4 applications --only mergesort,lu --csv
 * }</pre>
 *
 * Times are medians. The exit code is 1 if a result is not that of the sequential program.
 */
public final class Applications {
    private static final int DIFFERENT = 1;
    private static final String CSV_HEADING = "application,size,model,ranks,sequential_ms,ms,speed_up,check,statistics";
    private static final Table COLUMNS = new Table(
            "   application",
            "                      size",
            "         model",
            "sequential ms",
            "        ms",
            "speed-up",
            "result");

    private final int ranks = MPI.COMM_WORLD.Size();
    private final boolean speaks = MPI.COMM_WORLD.Rank() == 0;
    private final boolean csv;
    private final int rounds;
    private final List<Model> models;
    private final Size size;
    private boolean failed;

    Applications(Options options) throws Exception {
        csv = options.has("csv");
        rounds = options.integer("rounds", 1, 1000);
        models = options.has("model") ? options.choices("model", Model.class) : List.of(Model.values());
        size = options.choice("size", Size.class);
    }

    /**
     * Starts the program on this rank.
     *
     * @param args the options that {@code --help} lists
     * @throws Exception what ends the rank, and so the job
     */
    public static void main(String[] args) throws Exception {
        Program.main(args, options(), Applications::run);
    }

    static Options options() {
        return new Options("applications", "Solves the problems of two papers, and checks the results.")
                .value("only", "NAME,..", "", "applications: " + Options.choices(Catalogue.class))
                .value("model", "MODEL,..", "", "of the programs: " + Options.choices(Model.class))
                .value("size", "SIZE", "small", "of the problems: " + Options.choices(Size.class))
                .value("rounds", "N", "3", "solves each problem N times")
                .flag("csv", "prints CSV");
    }

    static int run(Options options) throws Exception {
        Map<String, Application<?, ?>> chosen = new LinkedHashMap<>();
        for (Catalogue each :
                options.has("only") ? options.choices("only", Catalogue.class) : List.of(Catalogue.values()))
            chosen.put(each.toString(), each.application());
        return new Applications(options).run(chosen);
    }

    /** Runs applications, and returns the exit code of this rank. */
    int run(Map<String, Application<?, ?>> chosen) throws Exception {
        if (speaks && Machine.isBusy(Machine.load())) System.err.println(Machine.busy("applications", Machine.load()));
        Program.print(csv ? CSV_HEADING : COLUMNS.heading());
        for (Map.Entry<String, Application<?, ?>> each : chosen.entrySet()) run(each.getKey(), each.getValue());
        return failed ? DIFFERENT : 0;
    }

    private <P extends Problem<R>, R> void run(String name, Application<P, R> application) throws Exception {
        for (IntFunction<P> made : application.problems(size)) {
            P problem = made.apply(ranks);
            Trial<R> trial = new Trial<>(problem, rounds, speaks ? ProgressBar.onTerminal() : ProgressBar.silent());
            for (Model model : models) {
                if (!application.models().contains(model)) continue;
                print(name, problem.size(), model, trial.run(application.maker(model), problem));
            }
        }
    }

    private void print(String name, String problem, Model model, Trial.Outcome outcome) throws Exception {
        failed |= !outcome.check().passed();
        String alone = number(outcome.alone(), 2);
        String together = number(outcome.together(), 2);
        String speedUp = number(outcome.alone() / outcome.together(), 2);
        String words = outcome.check().words();
        String statistics = outcome.statistics();
        if (csv) {
            String[] row = {name, problem, "" + model, "" + ranks, alone, together, speedUp, words, statistics};
            Program.print(String.join(",", row));
            return;
        }
        Program.print(COLUMNS.row(name, problem, "" + model, alone, together, speedUp, words));
        if (!statistics.isEmpty()) Program.print("    " + statistics);
    }
}
