package org.jmpi.run.system;

import java.util.Arrays;
import java.util.Optional;

/** The signals that end processes: a shell's exit code is 128 and the signal's number. */
public enum Signal {
    SIGHUP(1),
    SIGINT(2),
    SIGQUIT(3),
    SIGILL(4),
    SIGTRAP(5),
    SIGABRT(6),
    SIGBUS(7),
    SIGFPE(8),
    SIGKILL(9),
    SIGUSR1(10),
    SIGSEGV(11),
    SIGUSR2(12),
    SIGPIPE(13),
    SIGALRM(14),
    SIGTERM(15),
    SIGXCPU(24),
    SIGXFSZ(25),
    SIGSYS(31);

    /** The difference between an exit code and the number of the signal that ended the process. */
    public static final int BASE = 128;

    private final int number;

    Signal(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    public int exitCode() {
        return BASE + number;
    }

    public static Optional<Signal> ofExitCode(int code) {
        return Arrays.stream(values())
                .filter(signal -> signal.exitCode() == code)
                .findFirst();
    }
}
