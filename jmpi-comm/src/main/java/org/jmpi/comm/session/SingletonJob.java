package org.jmpi.comm.session;

/** A job of one process without a launcher. */
final class SingletonJob implements Job {
    @Override
    public void abort(int code, String message) {
        System.err.println("MPI.Abort: " + message);
        Shutdown.exit(code);
    }

    @Override
    public void peerGone(int peer, String message) {
        // There is no peer but this rank.
    }

    @Override
    public void beforeFailure() {
        // No launcher knows a better cause.
    }

    @Override
    public void failed(Thread thread, Throwable cause) {
        System.err.print(UncaughtHandler.text(thread, cause));
        System.err.flush();
        Shutdown.exit(1);
    }

    @Override
    public void finalized() {
        // No launcher waits for it.
    }

    @Override
    public void note(String line) {
        // No launcher has asked for it.
    }

    @Override
    public void leave() {
        // There is nothing to leave.
    }
}
