package org.jmpi.run.job;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.jmpi.run.Jmpirun;

/** Runs jmpirun for as long as the JVM lives that has started it. */
final class JobMain {
    /** As of a process that SIGTERM has ended. */
    private static final int TERMINATED = 143;

    private static final int OWN_WORDS = 3;

    private JobMain() {}

    /** @param args the other JVM's process, the folder of the job, one to remove with it or nothing, jmpirun's words */
    public static void main(String[] args) {
        FailureFolder folder = new FailureFolder(Path.of(args[1]));
        Optional<ProcessHandle> parent = ProcessHandle.of(Long.parseLong(args[0]));
        Runnable end = () -> {
            remove(folder.path());
            if (!args[2].isEmpty()) remove(Path.of(args[2]));
            System.exit(TERMINATED);
        };
        parent.ifPresentOrElse(jvm -> jvm.onExit().thenRun(end), end);
        System.exit(Jmpirun.run(System.in, folder::write, Arrays.copyOfRange(args, OWN_WORDS, args.length)));
    }

    private static void remove(Path folder) {
        try {
            FailureFolder.remove(folder);
        } catch (IOException e) {
            System.err.println("jmpirun: cannot remove " + folder + ": " + e);
        }
    }
}
