package org.jmpi.run.hosts;

import java.util.List;
import org.jmpi.run.system.BadInputException;

/**
 * The way to start processes on other hosts.
 *
 * @param launcher one of {@link #NAMES}; null if the user does not say
 * @param rshAgent the words of the remote shell, which a host and a command follow
 * @param preload whether the class path is copied to the other hosts
 * @param java the executable of all JVMs, on each host; null if the user does not say
 */
public record Launching(String launcher, List<String> rshAgent, boolean preload, String java) {
    public static final String LOCAL = "local";
    public static final String SSH = "ssh";
    public static final String SRUN = "srun";
    static final List<String> NAMES = List.of(LOCAL, SSH, SRUN);

    public static final Launching DEFAULT = new Launching(null, List.of(SSH), false, null);

    /** Returns the same, with the class path copied to the other hosts. */
    public Launching withPreload() {
        return new Launching(launcher, rshAgent, true, java);
    }

    /** @throws BadInputException if it is not one of the launchers, by jmpirun's name or MPICH's */
    public static String launcher(String text) {
        return switch (text) {
            case "fork" -> LOCAL;
            case "slurm" -> SRUN;
            default -> {
                if (NAMES.contains(text)) yield text;
                throw new BadInputException("--launcher " + text + ": neither local, ssh nor srun; --rsh-agent names"
                        + " another remote shell");
            }
        };
    }
}
