package org.jmpi.bench;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import mpi.MPI;
import org.jmpi.Jmpi;

/**
 * One run of a shipped program, with ranks that are threads of this JVM.
 *
 * @param codes exit code of each rank
 * @param output what the ranks wrote on standard output
 * @param errors what they wrote on standard error
 */
public record ProgramRun(int[] codes, String output, String errors) {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** Runs the program; standard output and error are those of the run until it ends. */
    public static ProgramRun of(int ranks, Supplier<Options> options, Program.Body body, String... args)
            throws Exception {
        return over("threads", ranks, options, body, args);
    }

    /** Does the same, with messages that pass by a transport. */
    public static ProgramRun over(
            String transport, int ranks, Supplier<Options> options, Program.Body body, String... args)
            throws Exception {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int[] codes = new int[ranks];
        try {
            System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
            Jmpi.call(ranks, LIMIT, transport, () -> {
                int code = Program.run(args, options.get(), body);
                codes[MPI.COMM_WORLD.Rank()] = code;
                return code;
            });
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        return new ProgramRun(codes, output.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
    }

    /** Returns the lines of standard output. */
    public List<String> lines() {
        return output.lines().toList();
    }
}
