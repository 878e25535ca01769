package org.jmpi.run.lifecycle;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.run.system.EndSignals;
import org.jmpi.run.system.Signal;

/** The time that ranks have for their shutdown hooks when the user or a batch system ends their job. */
final class EndTime {
    /** How often the ending process looks for another signal, in ms. */
    static final long SIGNAL_MILLIS = 100;

    /** After this time the user reads how long the ranks may still take. */
    private static final long PATIENCE_NANOS = 3_000_000_000L;

    private final JobHosts hosts;
    private final long nanos;
    private final Consumer<String> say;
    private volatile boolean given;
    private volatile long since;
    private volatile boolean hurried;

    /** @param nanos from SIGTERM to SIGKILL */
    EndTime(JobHosts hosts, long nanos, Consumer<String> say) {
        this.hosts = hosts;
        this.nanos = nanos;
        this.say = say;
    }

    synchronized void give() {
        if (given) return;
        since = System.nanoTime();
        given = true;
        hosts.grace(nanos);
    }

    /** Ends the ranks at once. */
    synchronized void hurry() {
        hurried = true;
        hosts.grace(0);
    }

    /**
     * Gives the time, until there is another signal by Ctrl-C. A batch system may send its own signals twice.
     *
     * @param interrupts how many there have been
     * @param event has ended the job
     * @param what ends the ranks at once if it comes again
     * @param end ends the ranks
     */
    void during(long interrupts, String event, String what, Runnable end) {
        give();
        Thread watching = new DaemonThread(() -> awaitInterrupt(interrupts, event, what), "jmpirun-again");
        watching.start();
        end.run();
        watching.interrupt();
    }

    private void awaitInterrupt(long before, String event, String what) {
        boolean told = false;
        try {
            while (interrupts() <= before) {
                if (!told && System.nanoTime() - since > PATIENCE_NANOS) {
                    told = true;
                    say.accept(event + ": the ranks have " + seconds(nanos)
                            + " for their shutdown hooks (jmpi.end.grace.s); " + what + " again ends them at once");
                }
                Thread.sleep(SIGNAL_MILLIS);
            }
            hurry();
        } catch (InterruptedException e) {
            // All ranks have ended.
        }
    }

    /** Returns how many signals by Ctrl-C have come so far. */
    static long interrupts() {
        return EndSignals.pending().stream().filter(Signal.SIGINT::equals).count();
    }

    /** Returns when and why a rank is killed now; empty if it had no such time. */
    Optional<String> cut() {
        if (!given) return Optional.empty();
        return Optional.of("after " + seconds(System.nanoTime() - since) + ": "
                + (hurried ? "interrupted again" : "jmpi.end.grace.s sets a longer time"));
    }

    private static String seconds(long nanos) {
        return TimeUnit.NANOSECONDS.toSeconds(nanos) + " s";
    }
}
