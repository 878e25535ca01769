package org.jmpi.comm.bootstrap;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.transport.ThreadsTransport;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.trust.JobSecret;

/** The worlds of ranks that are threads of this JVM, one per rank. */
public final class ThreadWorlds implements RankState {
    private final List<World> worlds = new ArrayList<>();
    private volatile EndListener listener = new EndListener() {};

    private ThreadWorlds() {}

    /**
     * Hears that a rank ends the job. It is called on the rank's thread; if it returns, every rank's waits end by an
     * exception, this one's call too.
     */
    public interface EndListener {
        /**
         * Hears that a rank called MPI.Abort.
         *
         * @param rank the rank that called it
         * @param code the exit code of the job
         * @param message one line that says so
         */
        default void aborted(int rank, int code, String message) {}

        /**
         * Hears that a call of a rank failed that ends the job by its communicator's error handler.
         *
         * @param rank the rank that failed
         * @param cause what is to be shown with its stack
         */
        default void failed(int rank, Throwable cause) {}
    }

    /**
     * Makes the worlds of {@code size} ranks, which exchange messages within the JVM.
     *
     * @param size the number of ranks
     * @param config the settings of all of them
     * @return their worlds
     */
    public static ThreadWorlds create(int size, JmpiConfig config) {
        return create(size, config, ThreadsTransport.NAME);
    }

    /**
     * Makes the worlds of {@code size} ranks, which exchange messages by a transport.
     *
     * @param size the number of ranks
     * @param config the settings of all of them
     * @param transport the transport's name
     * @return their worlds
     * @throws CommException if the transport is not on the class path or does not open
     */
    public static ThreadWorlds create(int size, JmpiConfig config, String transport) {
        ThreadWorlds worlds = new ThreadWorlds();
        for (int rank = 0; rank < size; rank++)
            worlds.worlds.add(new World(rank, size, config, worlds.new ThreadJob(rank)));
        if (transport.equals(ThreadsTransport.NAME)) worlds.meet();
        else worlds.connect(transport);
        return worlds;
    }

    private void meet() {
        ThreadsTransport.Meeting meeting = new ThreadsTransport.Meeting(worlds.size());
        for (World world : worlds) world.connect(meeting);
    }

    private void connect(String transport) {
        JobSecret secret = JobSecret.create();
        List<Transport> opened = new ArrayList<>();
        try {
            for (World world : worlds) opened.add(world.open(transport, secret, true));
        } catch (RuntimeException e) {
            opened.forEach(Transport::close);
            throw e;
        }
        RankTable table = new RankTable(opened.stream().map(Transport::address).toList());
        for (World world : worlds) world.connect(opened.get(world.rank()), table);
    }

    /**
     * Makes the calling thread, and every thread that it starts from now on, one of a rank.
     *
     * @param rank in the worlds
     */
    public void bind(int rank) {
        worlds.get(rank).bindThread();
    }

    /**
     * Tells that ranks run which share all classes: no rank has a class loader of its own.
     *
     * @param begin true when they start, false when all have ended
     */
    public static void shareClasses(boolean begin) {
        World.shareClasses(begin);
    }

    /** Takes the calling thread out of its rank. */
    public static void unbind() {
        World.unbindThread();
    }

    /**
     * Names who hears that a rank ends the job.
     *
     * @param endListener hears it instead of the one named before
     */
    public void onEnd(EndListener endListener) {
        listener = endListener;
    }

    /**
     * Ends the job on behalf of the calling thread's rank.
     *
     * @param code the exit code of the job
     * @param message one line that says why
     */
    public void abort(int code, String message) {
        abort(rankOfThread(), code, message);
    }

    private void abort(int rank, int code, String message) {
        listener.aborted(rank, code, message);
        endWaits(message, null);
    }

    /**
     * Ends every wait of every rank by an exception.
     *
     * @param cause what the waits throw
     */
    public void fail(CommException cause) {
        for (World world : worlds) world.fail(cause);
    }

    /**
     * {@return the world of a rank}
     *
     * @param rank in the worlds
     */
    public World world(int rank) {
        return worlds.get(rank);
    }

    /**
     * {@return whether a rank passed MPI.Finalize}
     *
     * @param rank in the worlds
     */
    public boolean finalized(int rank) {
        return worlds.get(rank).isFinished();
    }

    /**
     * Tells the other ranks that a rank's main has returned.
     *
     * @param rank whose thread has ended
     */
    public void depart(int rank) {
        worlds.get(rank).stop();
    }

    /** Releases what the ranks still hold; none of them runs any more. */
    public void close() {
        for (int rank = 0; rank < worlds.size(); rank++) depart(rank);
    }

    @Override
    public List<BlockedCall> blocked() {
        List<BlockedCall> calls = new ArrayList<>();
        for (World world : worlds) calls.addAll(world.blocked());
        return calls;
    }

    @Override
    public String describe() {
        StringBuilder text = new StringBuilder();
        for (World world : worlds) text.append(world.describe());
        return text.toString();
    }

    /** {@return the rank that the calling thread belongs to, -1 if it belongs to none} */
    public static int rankOfThread() {
        World world = World.ofThread();
        return world == null ? -1 : world.rank();
    }

    private void endWaits(String message, Throwable cause) {
        CommException ended = new CommException(ErrorClass.OTHER, message, cause);
        fail(ended);
        throw ended.here();
    }

    private final class ThreadJob implements Job {
        private final int rank;

        ThreadJob(int rank) {
            this.rank = rank;
        }

        @Override
        public void abort(int code, String message) {
            ThreadWorlds.this.abort(rank, code, message);
        }

        @Override
        public void peerGone(int peer, String message) {
            // A peer is a thread whose own failure is seen where it was started.
        }

        @Override
        public void beforeFailure() {
            // As above.
        }

        @Override
        public void failed(Thread thread, Throwable cause) {
            listener.failed(rank, cause);
            endWaits("rank " + rank + " failed: " + cause, cause);
        }

        @Override
        public void finalized() {
            // Nobody waits for it.
        }

        @Override
        public void leave() {
            // There is nothing to leave.
        }
    }
}
