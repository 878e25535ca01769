package org.jmpi.comm.observe;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.events.Exchange;
import org.jmpi.comm.events.PeerState;
import org.jmpi.comm.events.Unreceived;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendRequest;

/**
 * Logs what a rank does, where the program's own logs go: at level DEBUG, and at TRACE the messages of collective
 * operations.
 */
final class LogEvents implements Events {
    private final Logger ofRanks = System.getLogger("org.jmpi.rank");
    private final Logger ofConnections = System.getLogger("org.jmpi.connection");
    private final Logger ofMessages = System.getLogger("org.jmpi.message");
    private final Logger ofCollectives = System.getLogger("org.jmpi.collective");
    private final Logger ofWindows = System.getLogger("org.jmpi.window");
    private final String prefix;
    private final int size;

    /** The peers that a message has gone to or come from. */
    private final Set<Integer> reached = ConcurrentHashMap.newKeySet();

    LogEvents(int rank, int size) {
        this.prefix = "rank " + rank + ": ";
        this.size = size;
    }

    @Override
    public void initialized(String host, String job, String transport) {
        log(ofRanks, "one of " + size + " ranks of job " + job + ", on host " + host + ", transport " + transport);
    }

    private void log(Logger logger, String line) {
        logger.log(Level.DEBUG, prefix + line);
    }

    private static Level level(int context) {
        return (context & 1) == 0 ? Level.DEBUG : Level.TRACE;
    }

    @Override
    public void sent(SendRequest message, String transport, boolean eager) {
        if (reached.add(message.peer()))
            log(ofConnections, "first message to rank " + message.peer() + ", by " + transport);
        Level level = level(message.context());
        if (!ofMessages.isLoggable(level)) return;
        ofMessages.log(
                level,
                prefix + message.mode().call() + " of " + message.payload().bytes() + " bytes to rank "
                        + message.peer() + ", tag " + message.messageTag() + ", context " + message.context() + ": "
                        + (eager ? "eager" : "rendezvous") + ", by " + transport);
    }

    @Override
    public void matched(RecvRequest receive, int eventBits, boolean unexpected) {
        if (reached.add(receive.peer())) log(ofConnections, "first message from rank " + receive.peer());
        Level level = level(receive.context());
        if (!ofMessages.isLoggable(level)) return;
        ofMessages.log(
                level,
                prefix + "Recv of " + receive.bytes() + " bytes from rank " + receive.peer() + ", tag "
                        + receive.tag() + ", context " + receive.context()
                        + (unexpected ? ": came before the receive" : ""));
    }

    @Override
    public void collectiveBegan(Exchange ranks, String call, Collective operation, int context, long number, int root) {
        if (ofCollectives.isLoggable(Level.DEBUG)) log(ofCollectives, call, operation, ranks.size(), number);
    }

    private void log(Logger logger, String call, Collective operation, int ranks, long number) {
        String part = call.equals(operation.operation()) ? "" : call + ": ";
        log(logger, part + operation + " of " + operation.amount() + " bytes on " + ranks + " ranks, number " + number);
    }

    @Override
    public void collectiveStarted(
            Operation request, Collective operation, String algorithm, int ranks, long number, int root) {
        if (ofCollectives.isLoggable(Level.DEBUG)) log(ofCollectives, operation.operation(), operation, ranks, number);
    }

    @Override
    public void algorithmSelected(Collective operation, String algorithm) {
        if (ofCollectives.isLoggable(Level.DEBUG)) log(ofCollectives, operation + " goes by " + algorithm);
    }

    @Override
    public void windowMade(int window, String call, long bytes, int ranks, Info hints) {
        log(ofWindows, call + ": window " + window + ", " + bytes + " bytes here, on " + ranks + " ranks");
    }

    @Override
    public void windowFreed(int window) {
        log(ofWindows, "window " + window + " is freed");
    }

    @Override
    public Object accessBegan(String call, int window, int target, long bytes, boolean direct) {
        if (ofWindows.isLoggable(Level.TRACE))
            ofWindows.log(
                    Level.TRACE,
                    prefix + call + " of " + bytes + " bytes, target rank " + target + ", window " + window + ": "
                            + (direct ? "direct" : "by frames"));
        return null;
    }

    @Override
    public void revoked(int context, int origin) {
        log(ofConnections, "communicator " + context + " is revoked by rank " + origin);
    }

    @Override
    public Object connectionBegan(String call) {
        log(ofConnections, call + " begins");
        return call;
    }

    @Override
    public void connectionEnded(int context, int processes, Object kept) {
        log(
                ofConnections,
                kept + (context < 0 ? " fails" : ": communicator " + context + ", other group of " + processes));
    }

    @Override
    public void peerChanged(int peer, PeerState state) {
        log(ofConnections, "rank " + peer + ": " + state.sentence());
    }

    @Override
    public void finalizing(Exchange world, List<Unreceived> messages) {
        log(ofRanks, "in MPI.Finalize; messages not received: " + messages.size());
    }

    @Override
    public void finalized() {
        log(ofRanks, "finalized");
    }
}
