package org.jmpi.comm.layer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jmpi.comm.check.ProgramChecks;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.frame.Frames;
import org.jmpi.comm.frame.Layer;
import org.jmpi.comm.progress.PeerListener;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.progress.RankTransports;
import org.jmpi.comm.progress.Wait;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Loopback;
import org.jmpi.comm.transport.ThreadsTransport;

/** The layers of some ranks in this JVM. */
final class LayerWorld implements AutoCloseable {
    private static final long LINGER_NANOS = 2_000_000_000L;

    private final List<ProgressEngine> engines = new ArrayList<>();
    private final List<LayerProtocol> protocols = new ArrayList<>();
    private final Gate gate = new Gate();
    private final List<ThreadsTransport> opened = new ArrayList<>();
    private final ThreadsTransport.Meeting meeting;
    private final JmpiConfig config;

    /** Connects ranks, which have opened no layer. */
    LayerWorld(int size, String... settings) {
        this(size, size, settings);
    }

    /** @param most how many ranks there may be, with those that join */
    LayerWorld(int size, int most, String... settings) {
        Properties properties = new Properties();
        for (int i = 0; i < settings.length; i += 2) properties.setProperty(settings[i], settings[i + 1]);
        config = JmpiConfig.load(properties, Map.of());
        meeting = new ThreadsTransport.Meeting(most);
        for (int rank = 0; rank < size; rank++) add();
        for (int rank = 0; rank < size; rank++) start(rank);
    }

    private void add() {
        int rank = engines.size();
        ProgressEngine engine = new ProgressEngine(rank, config, new Listener(), events(rank, config));
        engines.add(engine);
        protocols.add(new LayerProtocol(rank, engine, config));
        opened.add(meeting.open(rank, Host.named("here"), engine.frames()));
    }

    private void start(int rank) {
        Endpoint self = new Loopback(rank, engines.get(rank).frames());
        IntFunction<Endpoint> ends = peer -> peer == rank ? self : way(rank, peer);
        List<Host> hosts = Collections.nCopies(engines.size(), Host.named("here"));
        engines.get(rank).start(opened.get(rank), ends, hosts, true);
    }

    private Endpoint way(int from, int to) {
        return gate.before(opened.get(from).endpoint(to, null));
    }

    /** Has a rank join the others, with the next number, which it returns. */
    int join() {
        int joined = engines.size();
        add();
        for (int rank = 0; rank < joined; rank++) {
            int other = rank;
            engines.get(rank)
                    .transports()
                    .join(List.of(new RankTransports.Joined(
                            "rank " + joined,
                            Host.named("here"),
                            way(other, joined),
                            opened.get(rank).eagerLimit())));
        }
        start(joined);
        return joined;
    }

    /** Keeps frames between ranks while it is shut. */
    private static final class Gate {
        private final List<Runnable> kept = new ArrayList<>();
        private boolean shut;

        Endpoint before(Endpoint way) {
            return frame -> {
                if (!keeps(() -> way.send(frame))) way.send(frame);
            };
        }

        private synchronized boolean keeps(Runnable send) {
            return shut && kept.add(send);
        }

        synchronized void shut() {
            shut = true;
        }

        synchronized int kept() {
            return kept.size();
        }

        void open() {
            List<Runnable> sends;
            synchronized (this) {
                shut = false;
                sends = List.copyOf(kept);
            }
            sends.forEach(Runnable::run);
        }
    }

    /** Stops all ranks for each other: no frame arrives. */
    void stop() {
        gate.shut();
    }

    /** Has the ranks go on. */
    void goOn() {
        gate.open();
    }

    /** Returns how many frames wait for ranks that have stopped. */
    int waiting() {
        return gate.kept();
    }

    /** Returns the operations for which threads of a rank have blocked. */
    List<Wait> waits(int rank) {
        return engines.get(rank).leader().waits();
    }

    /** Returns how many answers of a rank wait until their requesters have room for them. */
    int answersThatWait(int rank) {
        return protocols.get(rank).answersThatWait();
    }

    /** Waits until the peers have received what a rank has sent. */
    void drain(int rank) {
        protocols.get(rank).drain();
    }

    /** Throws the failure of a rank's receiver if there is one. */
    void check(int rank) {
        protocols.get(rank).check();
    }

    /** Returns whether a thread of a rank has blocked. */
    boolean isBlocked(int rank) {
        return !engines.get(rank).leader().waits().isEmpty();
    }

    private static Events events(int rank, JmpiConfig config) {
        return config.check() ? new ProgramChecks(rank) : Events.NONE;
    }

    private static final class Listener implements PeerListener {
        @Override
        public void onPeerGone(int peer, CommException cause) {
            // The tests see failures as exceptions.
        }

        @Override
        public void beforeFailure() {
            // As above.
        }
    }

    /** Opens layers at a rank. */
    void open(int rank, Layer... layers) {
        protocols.get(rank).open(() -> List.of(layers).iterator());
    }

    /** Opens a layer at a rank, and returns its frames. */
    Frames open(int rank, String name, int version, Consumer<Frames> registers) {
        List<Frames> opened = new ArrayList<>();
        open(rank, layer(name, version, frames -> {
            registers.accept(frames);
            opened.add(frames);
        }));
        return opened.get(0);
    }

    static Layer layer(String name, int version, Consumer<Frames> open) {
        return new Layer() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public int version() {
                return version;
            }

            @Override
            public void open(Frames frames) {
                open.accept(frames);
            }
        };
    }

    /** Has a rank let go of its connections. */
    void leave(int rank) {
        protocols.get(rank).close(new CommException(ErrorClass.OTHER, "rank " + rank + " has left"));
    }

    /** Has a rank pass the end of its Finalize. */
    void pause(int rank) {
        protocols.get(rank).pause(new CommException(ErrorClass.OTHER, "MPI.Finalize has been called"));
    }

    /** Has a rank begin again. */
    void resume(int rank) {
        protocols.get(rank).resume();
    }

    /** Has a rank find that a peer has ended. */
    void lose(int rank, int peer) {
        engines.get(rank).frames().onPeerLost(peer, new IllegalStateException("killed"));
    }

    /** Returns why no operation of a rank can be completed, or null. */
    CommException failure(int rank) {
        return engines.get(rank).peers().failure();
    }

    @Override
    public void close() {
        CommException over = new CommException(ErrorClass.OTHER, "the test is over");
        engines.forEach(engine -> engine.close(over, LINGER_NANOS));
    }
}
