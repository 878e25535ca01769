package org.jmpi.comm.session;

import java.util.Map;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.object.Info;

/** The hints that say how a process was started (MPI-4.1 chapter 10, MPI_INFO_ENV). */
public final class EnvironmentInfo {
    /** The hint with the program's arguments. */
    private static final String ARGV = "argv";

    private EnvironmentInfo() {}

    /**
     * {@return the hints, without those that are not known} They are {@code command}, the class or jar of the program
     * where one rank is the whole process; {@code maxprocs}, the number of ranks where {@code jmpirun} has started
     * them; {@code host}, {@code arch} and {@code wdir}.
     */
    public static Info create() {
        Info info = new Info();
        Map<String, String> environment = System.getenv();
        String size = environment.get(LaunchEnvironment.SIZE);
        String command = System.getProperty("sun.java.command", "");
        if (!command.isEmpty() && "1".equals(environment.getOrDefault(LaunchEnvironment.THREADS, "1")))
            info.set("command", command.split(" ", 2)[0]);
        if (size != null) info.set("maxprocs", size);
        info.set("host", HostName.get());
        info.set("arch", System.getProperty("os.arch"));
        info.set("wdir", System.getProperty("user.dir"));
        return info;
    }

    /**
     * Adds the hint {@code argv}: the program's own arguments with spaces between them.
     *
     * @param info takes the hint
     * @param args what {@code main} got; null counts as none
     */
    public static void addArguments(Info info, String... args) {
        String words = String.join(" ", MpjArguments.without(args));
        if (words.length() <= Info.MAX_VALUE) info.set(ARGV, words);
    }
}
