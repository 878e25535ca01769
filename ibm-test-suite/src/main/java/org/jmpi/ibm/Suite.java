package org.jmpi.ibm;

import java.io.IOException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CancellationException;
import org.jmpi.comm.transport.ThreadsTransport;
import org.jmpi.comm.transport.TransportProvider;

/**
 * Runs the programs of the table with all transports and numbers of ranks, each as a job of its own, and reports on them.
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
            SuiteOptions options = SuiteOptions.parse(transports(), args);
            code = run(options, options.trials(Programs.all()), Launcher.ofThisJvm());
        } catch (SuiteOptions.Invalid e) {
            System.err.println("jmpirun suite: " + e.getMessage());
            code = USAGE;
        } catch (CancellationException e) {
            code = INTERRUPTED;
        }
        System.exit(code);
    }

    /** Returns the names of the transports that are installed. */
    private static List<String> transports() {
        List<String> names = new ArrayList<>(List.of(ThreadsTransport.NAME));
        ServiceLoader.load(TransportProvider.class, Suite.class.getClassLoader())
                .forEach(provider -> names.add(provider.name()));
        return names.stream().distinct().toList();
    }

    static int run(SuiteOptions options, List<Trial> trials, Launcher launcher)
            throws IOException, InterruptedException {
        Map<String, String> notes = Machine.notes();
        notes.put("date", date());
        notes.put("jobs", options.jobs() + " at a time");
        long start = System.nanoTime();
        Map<Trial, Outcome> outcomes = outcomes(trials, options.jobs(), launcher);
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

    private static Map<Trial, Outcome> outcomes(List<Trial> trials, int atOnce, Launcher launcher)
            throws IOException, InterruptedException {
        Map<Trial, Outcome> outcomes = new HashMap<>();
        Progress progress = new Progress(trials.size(), System.out);
        try (Jobs jobs = new Jobs(launcher, atOnce)) {
            Runtime.getRuntime().addShutdownHook(new Thread(jobs::close, "end of jobs"));
            jobs.run(trials, outcome -> {
                outcomes.put(outcome.trial(), outcome);
                progress.tell(outcome);
            });
        }
        return outcomes;
    }

    private static String date() {
        return ZonedDateTime.now().truncatedTo(ChronoUnit.SECONDS).format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
    }
}
