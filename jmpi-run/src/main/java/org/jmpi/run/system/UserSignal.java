package org.jmpi.run.system;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.transport.DaemonThread;

/**
 * Hears SIGUSR1, which a batch system sends some time before it ends a job, and which ends a JVM that does not handle
 * it.
 *
 * <p>A signal to the process group of this process, or to all its descendants, reaches the ranks without it. A shell
 * that does nothing, the witness, is in the same group and descends from this process, too: what ends the witness has
 * reached the ranks.
 */
public final class UserSignal implements AutoCloseable {
    private static final String NAME = "USR1";

    /** Batch systems signal all tasks of a job, one after the other, and shells a process and its group. */
    public static final long SAME_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** How long the end of the witness may take, on a host that is busy or is told of the signal by another one. */
    private static final long WITNESS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Runnable heard;
    private boolean isClosed;
    private int number;

    /** Gives the signal back to what handled it before; null if it has it. */
    private Restoring restoring;

    /** Null if there is none. */
    private Process witness;

    private boolean isWitnessed;
    private long witnessedNanos;

    private interface Restoring {
        void run() throws ReflectiveOperationException;
    }

    /** @param heard is called for each signal, on a thread that must not be kept */
    public UserSignal(Runnable heard) {
        this.heard = heard;
    }

    /**
     * Hears the signal soon, until {@link #close}. A process without module jdk.unsupported, or on a system without the
     * signal, hears nothing, nor does one whose program handles the signal itself.
     */
    public void watch() {
        new DaemonThread(this::install, "jmpirun-usr1").start();
    }

    // A signal that is ignored when this process starts is ignored by those that it starts, unless it is handled first.
    private synchronized void install() {
        if (isClosed || File.separatorChar != '/') return;
        try {
            handle();
            startWitness();
        } catch (ReflectiveOperationException | IOException e) {
            // There is no such class, signal or shell: the signal does what it would do without this class.
            return;
        }
    }

    /** Uses {@code sun.misc.Signal} by reflection, as no annotation keeps the compiler from warning of it. */
    private void handle() throws ReflectiveOperationException {
        Class<?> type = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object signal = type.getConstructor(String.class).newInstance(NAME);
        number = (int) type.getMethod("getNumber").invoke(signal);
        Method handle = type.getMethod("handle", type, handler);
        Object own = Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, this::invoked);
        Object former = handle.invoke(null, signal, own);
        restoring = () -> handle.invoke(null, signal, former);
        if (former == handler.getField("SIG_DFL").get(null)
                || former == handler.getField("SIG_IGN").get(null)) return;
        restoring.run();
        throw new NoSuchMethodException("the program handles the signal itself");
    }

    private Object invoked(Object proxy, Method method, Object[] args) {
        if (method.getName().equals("handle")) new DaemonThread(heard, "jmpirun-usr1").start();
        return null;
    }

    private void startWitness() throws IOException {
        Process started = new ProcessBuilder("sh", "-c", "read line")
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
        witness = started;
        started.onExit().thenAccept(this::ended);
    }

    private synchronized void ended(Process process) {
        if (isClosed || process.exitValue() != Signal.BASE + number) return;
        isWitnessed = true;
        witnessedNanos = System.nanoTime();
        notifyAll();
        try {
            startWitness();
        } catch (IOException e) {
            // The next signal has no witness.
            return;
        }
    }

    /** Returns whether the signal that is being dealt with has reached the ranks already; waits a moment for that. */
    public synchronized boolean hasReachedRanks() throws InterruptedException {
        long begin = System.nanoTime();
        long left = WITNESS_NANOS;
        while (witness != null && !isWitnessedNow() && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = WITNESS_NANOS - (System.nanoTime() - begin);
        }
        return isWitnessedNow();
    }

    private boolean isWitnessedNow() {
        return isWitnessed && System.nanoTime() - witnessedNanos < SAME_NANOS;
    }

    @Override
    public void close() {
        Process last;
        synchronized (this) {
            isClosed = true;
            last = witness;
        }
        try {
            if (last != null) last.destroyForcibly().waitFor();
            if (last != null) restoring.run();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
