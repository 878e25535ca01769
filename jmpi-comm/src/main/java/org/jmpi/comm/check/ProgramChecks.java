package org.jmpi.comm.check;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jmpi.comm.config.Warnings;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.events.Access;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.events.Exchange;
import org.jmpi.comm.events.PeerState;
import org.jmpi.comm.events.Unreceived;
import org.jmpi.comm.match.Pattern;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.operation.MessageOperation;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendRequest;

/** Finds mistakes of a program, at a cost in time. A finding that fails no call is printed on standard error. */
public final class ProgramChecks implements Events {
    private final int rank;
    private final Map<Operation, ActiveCall> active = new IdentityHashMap<>();
    private final Map<Object, String> handles = new IdentityHashMap<>();
    private final CallSiteNumbers callSites = new CallSiteNumbers();
    private final ReceiverWatch receivers;
    private final WindowChecks windows;
    private final Set<String> reported = new HashSet<>();

    /**
     * An operation that the program has not completed.
     *
     * @param memory the buffer of a send or receive, or null
     */
    private record ActiveCall(String call, boolean writes, Buffer memory, String callSite) {
        boolean harms(ActiveCall other) {
            return (writes || other.writes) && other.memory != null && memory.overlaps(other.memory);
        }

        @Override
        public String toString() {
            return call + " at " + callSite;
        }
    }

    /**
     * Creates the checks of one rank.
     *
     * @param rank in the world
     */
    public ProgramChecks(int rank) {
        this.rank = rank;
        this.receivers = new ReceiverWatch(rank);
        this.windows = new WindowChecks(rank, line -> Warnings.print(rank, line));
    }

    @Override
    public Object receiverBegan(String layer, int id, int peer) {
        return receivers.begin(layer, id, peer);
    }

    @Override
    public void receiverEnded(Object kept) {
        receivers.end(kept);
    }

    @Override
    public Object executionBegan(String method, int caller) {
        return receivers.beginMethod(method);
    }

    @Override
    public void executionEnded(Object kept) {
        receivers.endMethod((String) kept);
    }

    // ---- windows ----

    @Override
    public boolean comparesAccesses() {
        return true;
    }

    @Override
    public String callSite() {
        return CallSite.here();
    }

    @Override
    public void windowMade(int window, String call, long bytes, int ranks, Info hints) {
        windows.made(window, hints);
    }

    @Override
    public void windowFreed(int window) {
        windows.freed(window);
    }

    @Override
    public void accessed(int window, int origin, Access access, boolean lasts) {
        windows.accessed(window, origin, access, lasts);
    }

    @Override
    public void accessesEnded(int window, int origin) {
        windows.ended(window, origin);
    }

    @Override
    public void accessesEnded(int window) {
        windows.ended(window);
    }

    @Override
    public void exposed(int window) {
        windows.exposed(window, CallSite.here());
    }

    @Override
    public void locked(int window, int origin, String callSite) {
        windows.locked(window, origin, callSite);
    }

    @Override
    public void unlocked(int window, int origin) {
        windows.unlocked(window, origin);
    }

    @Override
    public void peerChanged(int peer, PeerState state) {
        if (state.isGone()) windows.lost(peer);
    }

    // ---- collective operations ----

    @Override
    public boolean comparesCollectives() {
        return true;
    }

    @Override
    public void collectiveBegan(Exchange ranks, String call, Collective operation, int context, long number, int root) {
        CheckedCollective.of(call, operation).compare(ranks);
    }

    @Override
    public byte[] describe(String call, Collective operation) {
        return CheckedCollective.of(call, operation).encode();
    }

    @Override
    public void compare(byte[][] descriptions, int groupSize) {
        CheckedCollective.compare(descriptions, groupSize);
    }

    @Override
    public synchronized void collectiveStarted(
            Operation request, Collective operation, String algorithm, int ranks, long number, int root) {
        active.put(request, new ActiveCall(operation.operation(), false, null, CallSite.here()));
    }

    @Override
    public synchronized int sendStarted(
            SendRequest send, String call, boolean blocking, int dest, int tag, Segment message) {
        String text = call + "(dest=" + dest + ", tag=" + tag + ")";
        String callSite = CallSite.here();
        add(send, call, new ActiveCall(text, false, new Buffer().set(message), callSite));
        return callSites.number(callSite);
    }

    @Override
    public synchronized void receiveStarted(
            RecvRequest receive, String call, boolean blocking, int source, int tag, Segment room) {
        String text = call + "(source=" + (source == Pattern.ANY ? "ANY_SOURCE" : source) + ", tag="
                + (tag == Pattern.ANY ? "ANY_TAG" : tag) + ")";
        add(receive, call, new ActiveCall(text, true, new Buffer().set(room).items(0, room.items()), CallSite.here()));
    }

    private void add(Operation request, String call, ActiveCall operation) {
        // Its send and receive may share memory, and it ends before the program goes on.
        if (call.equals(MessageOperation.SENDRECV)) return;
        for (ActiveCall other : active.values()) if (operation.harms(other)) reportOverlap(other, operation);
        active.put(request, operation);
    }

    private void reportOverlap(ActiveCall one, ActiveCall other) {
        boolean before = one.callSite.compareTo(other.callSite) <= 0;
        String both = before ? one.callSite + "\n" + other.callSite : other.callSite + "\n" + one.callSite;
        if (reported.add(both))
            Warnings.print(rank, "buffers of operations under way overlap: " + one + ", and " + other);
    }

    @Override
    public synchronized void completed(Operation operation) {
        active.remove(operation);
    }

    @Override
    public synchronized void released(Operation operation) {
        active.remove(operation);
    }

    @Override
    public synchronized void handleMade(Object handle, String name) {
        handles.put(handle, name + " was never freed: made at " + CallSite.here());
    }

    @Override
    public synchronized void handleFreed(Object handle) {
        handles.remove(handle);
    }

    @Override
    public void finalizing(Exchange world, List<Unreceived> messages) {
        List<LeftOver> leftOver = LeftOver.exchange(world, messages);
        Map<String, Long> lines = new TreeMap<>();
        synchronized (this) {
            for (LeftOver each : leftOver) lines.merge(line(each), each.times(), Long::sum);
            for (ActiveCall operation : active.values())
                lines.merge("operation was never completed: " + operation, 1L, Long::sum);
            for (String line : handles.values()) lines.merge(line, 1L, Long::sum);
            active.clear();
            handles.clear();
        }
        lines.forEach((line, times) -> Warnings.print(rank, times == 1 ? line : line + " (" + times + " times)"));
    }

    private String line(LeftOver message) {
        return "message was never received: to rank " + message.receiver() + ", tag=" + message.tag() + ", "
                + message.bytes() + " bytes, sent at " + callSites.text(message.callSite());
    }
}
