package org.jmpi.junit;

import java.io.IOException;
import java.nio.file.Path;
import org.jmpi.run.Jmpirun;

/**
 * Runs jmpirun for as long as the JVM of the tests lives, which may be killed: its end closes standard input, a pipe
 * that carries nothing. Then the ranks are ended, and the folder of the test is removed.
 */
public final class JobMain {
    /** As of a process that SIGTERM has ended. */
    private static final int TERMINATED = 143;

    private JobMain() {}

    /**
     * Runs jmpirun, and ends with its exit code.
     *
     * @param args those of jmpirun; the last one is the folder of the test
     */
    public static void main(String[] args) {
        Path folder = Path.of(args[args.length - 1]);
        Thread watch = new Thread(() -> awaitEnd(folder), "jmpi-junit-watch");
        watch.setDaemon(true);
        watch.start();
        Jmpirun.main(args);
    }

    private static void awaitEnd(Path folder) {
        try {
            while (System.in.read() >= 0)
                ;
            ProcessRanks.delete(folder);
        } catch (IOException e) {
            System.err.println("cannot clear up after a test: " + e);
        }
        System.exit(TERMINATED);
    }
}
