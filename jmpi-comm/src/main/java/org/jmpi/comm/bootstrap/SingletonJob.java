package org.jmpi.comm.bootstrap;

/** A job of one process that nobody launched. */
final class SingletonJob implements Job {
    @Override
    public void abort(int code, String message) {
        System.err.println("MPI.Abort: " + message);
        JvmEnd.exit(code);
    }

    @Override
    public void peerGone(int peer, String message) {
        // There is no peer but this rank.
    }

    @Override
    public void beforeFailure() {
        // Nobody else knows of a better cause.
    }

    @Override
    public void failed(Thread thread, Throwable cause) {
        System.err.print(Uncaught.text(thread, cause));
        System.err.flush();
        JvmEnd.exit(1);
    }

    @Override
    public void finalized() {
        // Nobody waits for it.
    }

    @Override
    public void note(String line) {
        // There is nobody to tell who would have asked.
    }

    @Override
    public void leave() {
        // There is nothing to leave.
    }
}
