package org.jmpi.ibm;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Stands in for jmpirun: how it ends depends on the name of the program, which it does not run. */
final class StubJmpirun {
    private static final String PACKAGE = Program.class.getPackageName() + ".stub.";

    private StubJmpirun() {}

    /** Returns a program of a table: {@code Passes}, {@code Fails}, {@code TimesOut} or {@code Hangs}. */
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
        switch (args[args.length - 1].replace(PACKAGE, "")) {
            case "Passes" -> System.exit(0);
            case "Fails" -> {
                IntStream.range(0, 30).forEach(line -> System.out.println("line " + line));
                System.exit(3);
            }
            case "TimesOut" -> System.exit(110);
            case "Hangs" -> {
                while (true) LockSupport.park();
            }
            default -> throw new IllegalArgumentException(args[args.length - 1]);
        }
    }
}
