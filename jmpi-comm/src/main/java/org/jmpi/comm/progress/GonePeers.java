package org.jmpi.comm.progress;

import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.request.RecvRequest;
import org.jmpi.comm.request.Request;
import org.jmpi.comm.wire.FrameKind;

/** Which operations can't be completed any more, since peers have departed or were lost. */
final class GonePeers {
    private final int rank;
    private final PeerListener listener;
    private final Route[] routes;
    private volatile boolean any;
    private volatile boolean silent;

    GonePeers(int rank, PeerListener listener, Route[] routes) {
        this.rank = rank;
        this.listener = listener;
        this.routes = routes;
    }

    /** Notes why a peer is gone. */
    void add(Route route, CommException cause) {
        route.gone = cause;
        any = true;
    }

    boolean isAny() {
        return any;
    }

    /**
     * Returns the way to a peer that is gone and whose part in an operation nobody else can take.
     *
     * @param peer its rank, or {@link RecvRequest#ANY_PEER}: then all others that send in the context are gone
     * @return null if there is none
     */
    Route missing(int peer, int context) {
        if (peer == RecvRequest.ANY_PEER) return any ? lastSender(context) : null;
        Route route = routes[peer];
        return route.gone == null ? null : route;
    }

    /** A thread of this rank might still send; a program that waits for that after all others have ended is wrong, too. */
    private Route lastSender(int context) {
        int[] senders = listener.senders(context);
        int count = senders == null ? routes.length : senders.length;
        Route last = null;
        for (int i = 0; i < count; i++) {
            Route route = routes[senders == null ? i : senders[i]];
            if (route.peer == rank) continue;
            if (route.gone == null) return null;
            last = route;
        }
        return last;
    }

    /**
     * Fails what waits for a message from any source where no source is left.
     *
     * @param latest the peer that has departed
     * @param collective whether only collective operations are needed
     */
    void abandonAnySource(Route latest, Inbox inbox, boolean collective) {
        for (Request request : inbox.fromAny()) {
            boolean mayCome = missing(RecvRequest.ANY_PEER, request.context()) == null;
            if (mayCome || collective && request.context() % 2 == 0) continue;
            CommException cause = new CommException(
                    ErrorClass.OTHER, "every other rank of the communicator has ended: no message comes any more");
            blame(latest, cause);
            inbox.abandon(request, cause);
        }
    }

    /** Tells that an operation needs a peer that is gone; once for each peer. */
    void blame(Route route, CommException gone) {
        if (!silent && route.blamed.compareAndSet(false, true)) listener.onPeerGone(route.peer, gone);
    }

    /** Notes whether it is no news that a peer is gone: the rank ends, or finds out whether its peers go on with it. */
    void silence(boolean silent) {
        this.silent = silent;
    }

    /** Connects to the peers that would not learn of this rank's departure: they may be about to receive from it. */
    void connectOthers() {
        for (Route route : routes)
            if (route.gone == null && !route.endpoint.isToldOfDeparture())
                route.endpoint.send(new ControlFrame(FrameKind.WAKE, 0, 0));
    }
}
