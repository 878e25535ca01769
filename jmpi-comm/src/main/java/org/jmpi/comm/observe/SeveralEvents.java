package org.jmpi.comm.observe;

import java.util.List;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.events.Access;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.events.Exchange;
import org.jmpi.comm.events.PeerState;
import org.jmpi.comm.events.Unreceived;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendRequest;

/** Passes the events of a rank to several observers, the first of which has the event bits of messages. */
final class SeveralEvents implements Events {
    private final Events first;
    private final List<Events> all;

    SeveralEvents(List<Events> observers) {
        all = List.copyOf(observers);
        first = all.get(0);
    }

    @Override
    public void initialized(String host, String job, String transport) {
        for (Events each : all) each.initialized(host, job, transport);
    }

    @Override
    public int sendStarted(SendRequest send, String call, boolean blocking, int dest, int tag, Segment message) {
        int bits = 0;
        for (Events each : all) {
            int own = each.sendStarted(send, call, blocking, dest, tag, message);
            if (each == first) bits = own;
        }
        return bits;
    }

    @Override
    public void receiveStarted(RecvRequest receive, String call, boolean blocking, int source, int tag, Segment room) {
        for (Events each : all) each.receiveStarted(receive, call, blocking, source, tag, room);
    }

    @Override
    public void completed(Operation operation) {
        for (Events each : all) each.completed(operation);
    }

    @Override
    public void released(Operation operation) {
        for (Events each : all) each.released(operation);
    }

    @Override
    public void sent(SendRequest message, String transport, boolean eager) {
        for (Events each : all) each.sent(message, transport, eager);
    }

    @Override
    public void matched(RecvRequest receive, int eventBits, boolean unexpected) {
        for (Events each : all) each.matched(receive, eventBits, unexpected);
    }

    @Override
    public void arrivedUnexpected(Unreceived message) {
        for (Events each : all) each.arrivedUnexpected(message);
    }

    @Override
    public Object waitBegan(Completion completion, String call) {
        Object[] kept = new Object[all.size()];
        for (int i = 0; i < kept.length; i++) kept[i] = all.get(i).waitBegan(completion, call);
        return kept;
    }

    @Override
    public void waitEnded(Completion completion, String call, Object kept) {
        for (int i = 0; i < all.size(); i++) all.get(i).waitEnded(completion, call, ((Object[]) kept)[i]);
    }

    @Override
    public Object receiverBegan(String layer, int id, int peer) {
        return all.stream().map(each -> each.receiverBegan(layer, id, peer)).toArray();
    }

    @Override
    public void receiverEnded(Object kept) {
        for (int i = 0; i < all.size(); i++) all.get(i).receiverEnded(((Object[]) kept)[i]);
    }

    @Override
    public boolean comparesCollectives() {
        return first.comparesCollectives();
    }

    @Override
    public Object executionBegan(String method, int caller) {
        return all.stream().map(each -> each.executionBegan(method, caller)).toArray();
    }

    @Override
    public void executionEnded(Object kept) {
        for (int i = 0; i < all.size(); i++) all.get(i).executionEnded(((Object[]) kept)[i]);
    }

    @Override
    public void collectiveBegan(Exchange ranks, String call, Collective operation, int context, long number, int root) {
        for (Events each : all) each.collectiveBegan(ranks, call, operation, context, number, root);
    }

    @Override
    public void collectiveStarted(
            Operation request, Collective operation, String algorithm, int ranks, long number, int root) {
        for (Events each : all) each.collectiveStarted(request, operation, algorithm, ranks, number, root);
    }

    @Override
    public byte[] describe(String call, Collective operation) {
        return first.describe(call, operation);
    }

    @Override
    public void compare(byte[][] descriptions, int groupSize) {
        first.compare(descriptions, groupSize);
    }

    @Override
    public void algorithmSelected(Collective operation, String algorithm) {
        for (Events each : all) each.algorithmSelected(operation, algorithm);
    }

    @Override
    public void collectiveEnded(Collective operation) {
        for (Events each : all) each.collectiveEnded(operation);
    }

    @Override
    public void windowMade(int window, String call, long bytes, int ranks, Info hints) {
        for (Events each : all) each.windowMade(window, call, bytes, ranks, hints);
    }

    @Override
    public void windowFreed(int window) {
        for (Events each : all) each.windowFreed(window);
    }

    @Override
    public Object accessBegan(String call, int window, int target, long bytes, boolean direct) {
        return all.stream()
                .map(each -> each.accessBegan(call, window, target, bytes, direct))
                .toArray();
    }

    @Override
    public void accessEnded(Object kept) {
        for (int i = 0; i < all.size(); i++) all.get(i).accessEnded(((Object[]) kept)[i]);
    }

    @Override
    public boolean comparesAccesses() {
        return first.comparesAccesses();
    }

    @Override
    public String callSite() {
        return first.callSite();
    }

    @Override
    public void accessed(int window, int origin, Access access, boolean lasts) {
        for (Events each : all) each.accessed(window, origin, access, lasts);
    }

    @Override
    public void accessesEnded(int window, int origin) {
        for (Events each : all) each.accessesEnded(window, origin);
    }

    @Override
    public void accessesEnded(int window) {
        for (Events each : all) each.accessesEnded(window);
    }

    @Override
    public void exposed(int window) {
        for (Events each : all) each.exposed(window);
    }

    @Override
    public void locked(int window, int origin, String callSite) {
        for (Events each : all) each.locked(window, origin, callSite);
    }

    @Override
    public void unlocked(int window, int origin) {
        for (Events each : all) each.unlocked(window, origin);
    }

    @Override
    public void revoked(int context, int origin) {
        for (Events each : all) each.revoked(context, origin);
    }

    @Override
    public Object connectionBegan(String call) {
        return all.stream().map(each -> each.connectionBegan(call)).toArray();
    }

    @Override
    public void connectionEnded(int context, int processes, Object kept) {
        for (int i = 0; i < all.size(); i++) all.get(i).connectionEnded(context, processes, ((Object[]) kept)[i]);
    }

    @Override
    public void peerChanged(int peer, PeerState state) {
        for (Events each : all) each.peerChanged(peer, state);
    }

    @Override
    public void handleMade(Object handle, String name) {
        for (Events each : all) each.handleMade(handle, name);
    }

    @Override
    public void handleFreed(Object handle) {
        for (Events each : all) each.handleFreed(handle);
    }

    @Override
    public void finalizing(Exchange world, List<Unreceived> messages) {
        for (Events each : all) each.finalizing(world, messages);
    }

    @Override
    public void finalized() {
        for (Events each : all) each.finalized();
    }
}
