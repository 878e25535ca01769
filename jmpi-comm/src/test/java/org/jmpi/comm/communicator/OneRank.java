package org.jmpi.comm.communicator;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jmpi.comm.coll.Algorithms;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.progress.PeerListener;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Loopback;
import org.jmpi.comm.transport.ThreadsTransport;

/** A world of one rank, which sends to itself. */
final class OneRank implements AutoCloseable {
    private final ProgressEngine engine;
    private final Process process;
    private final Communicator world;

    OneRank(Events events) {
        engine = new ProgressEngine(0, JmpiConfig.load(new Properties(), Map.of()), new SilentListener(), events);
        process = new Process(0, 1, engine, 0, Algorithms.DEFAULT, note -> {});
        ThreadsTransport transport = new ThreadsTransport.Meeting(1).open(0, Host.named("here"), engine.frames());
        Loopback self = new Loopback(0, engine.frames());
        engine.start(transport, peer -> self, List.of(Host.named("here")), true);
        world = Communicator.intra(process, Group.world(1), process.contextIds().world());
    }

    private static final class SilentListener implements PeerListener {
        @Override
        public void onPeerGone(int peer, CommException cause) {}

        @Override
        public void beforeFailure() {}
    }

    Process process() {
        return process;
    }

    Communicator world() {
        return world;
    }

    @Override
    public void close() {
        engine.close(new CommException(ErrorClass.OTHER, "closed by the test"), 0);
    }
}
