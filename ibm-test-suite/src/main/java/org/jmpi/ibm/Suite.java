package org.jmpi.ibm;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jmpi.bench.jobs.Machine;
import org.jmpi.bench.jobs.Transports;

/**
 * Runs the programs of the table with all transports and numbers of ranks, a series of them in each job, and reports on
 * them.
 *
 * <pre>jmpirun suite --transport socket --filter 'pt2pt/*'</pre>
 */
public final class Suite {
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final int INTERRUPTED = 130;

    private Suite() {}

    /** Runs the suite in the JVM of a jmpirun, and ends that: with 0 if all passed, 1 if not, 2 if nothing was run. */
    public static void main(String[] args) throws Exception {
        if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
            System.out.print(SuiteOptions.USAGE);
            return;
        }
        int code;
        try {
            SuiteOptions options = SuiteOptions.parse(Transports.installed(), args);
            code = run(options, options.trials(Programs.all()), Launcher.ofThisJvm());
        } catch (SuiteOptions.Invalid e) {
            System.err.println("jmpirun suite: " + e.getMessage());
            code = USAGE;
        } catch (CancellationException e) {
            code = INTERRUPTED;
        }
        System.exit(code);
    }

    static int run(SuiteOptions options, List<Trial> trials, Launcher launcher)
            throws IOException, InterruptedException {
        Map<String, String> notes = Machine.notes();
        notes.put("jobs", options.jobs() + " at a time");
        long start = System.nanoTime();
        Map<Trial, Outcome> outcomes = outcomes(trials, options, launcher);
        Results results = Results.of(trials, outcomes, notes, System.nanoTime() - start);
        Report.write(results, options.report());
        if (options.page().isPresent())
            MarkdownPage.write(results, options.page().get());
        System.out.printf(
                "%s passed in %s s; report: %s%n",
                results.score(),
                Outcome.seconds(results.nanos()),
                options.report().resolve("index.html"));
        return results.passed() ? 0 : FAILED;
    }

    private static Map<Trial, Outcome> outcomes(List<Trial> trials, SuiteOptions options, Launcher launcher)
            throws IOException, InterruptedException {
        Map<Trial, Outcome> outcomes = new HashMap<>();
        Progress progress = new Progress(trials.size(), System.out);
        try (Jobs jobs = new Jobs(launcher, options.jobs())) {
            Runtime.getRuntime().addShutdownHook(new Thread(jobs::close, "end of jobs"));
            jobs.run(Series.of(trials, options.series()), outcome -> {
                outcomes.put(outcome.trial(), outcome);
                progress.tell(outcome);
            });
        }
        return outcomes;
    }
}
