package org.jmpi.ibm;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Stands in for jmpirun and two ranks: what they say and how it ends depends on the names of the programs, which it
 * does not run.
 */
final class StubJmpirun {
    private static final int RANKS = 2;
    private static final long MILLISECOND = 1_000_000;

    private StubJmpirun() {}

    /** Returns a program of a table: its name says what becomes of it. */
    static Program program(String name) {
        return Program.parse("stub/" + name + " 2 20");
    }

    /** Returns a program that hangs although jmpirun was told to end it, and at once counts as such. */
    static Program stubborn() {
        return Program.parse("stub/Hangs 2 0");
    }

    static Launcher launcher(Duration grace) {
        String java = ProcessHandle.current().info().command().orElseThrow();
        String classPath = System.getProperty("java.class.path");
        return new Launcher(List.of(java, "-cp", classPath, StubJmpirun.class.getName()), "programs.jar", grace);
    }

    public static void main(String[] args) {
        System.out.println(String.join(" ", args));
        System.err.println("to standard error");
        for (String name : List.of(args).subList(List.of(args).indexOf(Ibm.class.getName()) + 1, args.length))
            run(Program.parse(name + " 2 20"));
        System.exit(0);
    }

    private static void run(Program program) {
        switch (program.name().substring("stub/".length())) {
            case "Passes" -> endWell(program, RANKS);
            case "Talks" -> {
                IntStream.range(0, RANKS).forEach(rank -> System.out.println("[" + rank + "] I am rank " + rank));
                endWell(program, RANKS);
            }
            case "Complains" -> {
                System.err.println("[1] jmpi: rank 1: message was never received: to rank 0, tag=7, 4 bytes");
                endWell(program, RANKS);
            }
            case "Fails" -> {
                IntStream.range(0, 30).forEach(line -> System.out.println("[0] line " + line));
                System.exit(3);
            }
            case "Asserts" -> {
                System.err.println("[1] Exception in thread \"main\" rank 1 of 2: count: expected 4, got 3");
                System.err.println("jmpirun: rank 1 failed: rank 1 of 2: count: expected 4, got 3");
                System.exit(1);
            }
            case "IsKilled" -> {
                endWell(program, 1);
                System.err.println("jmpirun: rank 1 was killed by signal 9 (SIGKILL)");
                System.exit(137);
            }
            case "Quits" -> {
                endWell(program, 1);
                System.exit(0);
            }
            case "TimesOut" -> System.exit(110);
            case "Hangs" -> {
                while (true) LockSupport.park();
            }
            default -> throw new IllegalArgumentException(program.name());
        }
    }

    /** Says of the first ranks that they have ended it well, each after one millisecond more. */
    private static void endWell(Program program, int ranks) {
        for (int rank = 0; rank < ranks; rank++)
            System.err.println("[" + rank + "] " + Mark.text(program.name(), (rank + 1) * MILLISECOND));
    }
}
