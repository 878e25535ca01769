package org.jmpi.run;

import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.run.cli.Options;
import org.jmpi.run.cli.Subcommand;
import org.jmpi.run.command.JShell;
import org.jmpi.run.command.SubcommandRun;
import org.jmpi.run.command.Training;
import org.jmpi.run.lifecycle.Job;
import org.jmpi.run.plan.JobPlan;
import org.jmpi.run.planner.JobPlanner;
import org.jmpi.run.program.Installation;
import org.jmpi.run.program.ShippedTool;
import org.jmpi.run.program.SpawnWords;
import org.jmpi.run.system.BadInputException;
import picocli.CommandLine;

/** Starts the ranks of an MPI program, passes their input and output on, and ends them all when one fails. */
public final class Jmpirun {
    private Jmpirun() {}

    /**
     * Runs the launcher and ends the JVM with the exit code that the command's help lists. Does not end the JVM of
     * another program that has loaded it, such as Maven's {@code exec:java}.
     *
     * @param args the words of the command line
     * @throws IllegalStateException if the exit code is not 0 and the JVM is another program's
     */
    public static void main(String[] args) {
        int code = run(System.in, failures -> {}, args);
        if (Jmpirun.class.getClassLoader() == ClassLoader.getSystemClassLoader()) System.exit(code);
        if (code != 0) throw new IllegalStateException("jmpirun has ended with exit code " + code);
    }

    /**
     * Runs the launcher in this JVM, whose standard output, standard error and signals are the job's.
     *
     * @param input what ranks read that do not inherit the standard input of this JVM
     * @param failures hears why ranks have failed so far, by rank, whenever one more has
     * @param args the words of the command line
     * @return the exit code
     */
    public static int run(InputStream input, Consumer<SortedMap<Integer, String>> failures, String... args) {
        try {
            Optional<ShippedTool> tool = ShippedTool.startedBy(args);
            if (tool.isPresent()) {
                tool.get().run(Installation.find(), args);
                return 0;
            }
            Optional<Subcommand> command = Subcommand.startedBy(args);
            if (command.isPresent()) return SubcommandRun.run(command.get(), args);
            prepareRandom();
            checkCharacters(args);
            Options options = new Options();
            if (options.parse(args)) return 0;
            options.notes().forEach(note -> System.err.println("jmpirun: " + note));
            Installation installation = Installation.find();
            if (options.train) {
                Training.run(Jmpirun.class, options, installation);
                return 0;
            }
            if (JShell.isAskedFor(options)) return JShell.run(options, installation);
            return run(options, installation, input, failures);
        } catch (CommandLine.ParameterException | BadInputException e) {
            System.err.println("jmpirun: " + oneLine(e.getMessage()));
            return BadInputException.EXIT_CODE;
        }
    }

    private static int run(
            Options options,
            Installation installation,
            InputStream input,
            Consumer<SortedMap<Integer, String>> failures) {
        IntSupplier report = null;
        if (options.report != null) {
            ShippedTool.REPORT.check(installation);
            report = () -> ShippedTool.REPORT.call(installation, options.report);
            if (!options.hasProgram()) return report.getAsInt();
        }
        JobPlan plan = JobPlanner.plan(options, installation);
        return new Job(
                        plan,
                        installation,
                        options.watch,
                        input,
                        report,
                        failures,
                        (order, parent, running) -> spawned(
                                SpawnWords.of(order, parent.inherited(), false), options, running, installation))
                .run();
    }

    /** Returns the plan of a job that a rank of another one has ordered. */
    private static JobPlan spawned(
            List<String> words, Options parent, List<JobPlan> running, Installation installation) {
        Options options = new Options();
        options.parse(
                Stream.concat(Stream.of("--stdin", "none"), words.stream()).toArray(String[]::new));
        options.inherit(parent, running);
        return JobPlanner.plan(options, installation);
    }

    /** In the locale C the JVM has replaced each byte that is not ASCII. */
    private static void checkCharacters(String... args) {
        String encoding = System.getProperty("sun.jnu.encoding", "UTF-8");
        if (encoding.startsWith("UTF")) return;
        for (String word : args)
            if (word.indexOf('\uFFFD') >= 0)
                throw new BadInputException(
                        word + ": not a word in the encoding of the locale, " + encoding + ": set LC_ALL=C.UTF-8");
    }

    // A JVM's first random bytes take 20 ms, as long as the command line: both at once, if there are two cores.
    private static void prepareRandom() {
        new DaemonThread(JobSecret::create, "jmpirun-random").start();
    }

    private static String oneLine(String message) {
        return String.join(" ", Arrays.asList(message.strip().split("\\s*\\R\\s*")));
    }
}
