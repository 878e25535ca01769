package org.jmpi.comm.session;

import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.transport.CompositeTransport;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.HeartbeatSocket;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Loopback;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.ThreadsTransport;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.wireup.RankTable;
import org.jmpi.comm.wireup.WiredRank;

/**
 * Connects the engine of a rank to those of the other ranks.
 *
 * @param watched whether a launcher or a process manager finds the end of each process
 */
record WorldConnection(int rank, int size, String hostName, JmpiConfig config, ProgressEngine engine, boolean watched)
        implements WiredRank {
    @Override
    public FrameHandler frames() {
        return engine.frames();
    }

    /** Connects ranks that are threads of this JVM, and returns where this one is reached. */
    PeerAddress connect(ThreadsTransport.Meeting meeting) {
        Transport threads = meeting.open(rank, Host.named(hostName), engine.frames());
        start(threads, peer -> threads.endpoint(peer, null), Collections.nCopies(size, Host.named(hostName)));
        return threads.address();
    }

    @Override
    public void connect(CompositeTransport opened, RankTable table, JobSecret secret) {
        engine.failures().overtake(() -> HeartbeatSocket.open(config, secret, rank));
        Transport driven = opened.settle(table.addresses());
        start(driven, peer -> opened.endpoint(peer, table.address(peer)), table.hosts());
    }

    private void start(Transport driven, IntFunction<Endpoint> endpoints, List<Host> hosts) {
        Endpoint self = new Loopback(rank, engine.frames());
        // A launcher that lets the others go on does not tell them.
        boolean foundByLauncher = watched && !config.continues();
        engine.start(driven, peer -> peer == rank ? self : endpoints.apply(peer), hosts, foundByLauncher);
    }
}
