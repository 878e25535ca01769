package org.jmpi.comm.check;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jmpi.comm.coll.Peers;
import org.jmpi.comm.coll.Signature;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.match.Pattern;
import org.jmpi.comm.progress.Unreceived;
import org.jmpi.comm.request.RecvRequest;
import org.jmpi.comm.request.Request;

/** Looks for what a program does wrong, and costs time for it. What ends no call is a line on standard error. */
public final class ProgramChecks implements Checks {
    private final int rank;
    private final Map<Request, Operation> active = new IdentityHashMap<>();
    private final Map<Object, String> handles = new IdentityHashMap<>();
    private final Places places = new Places();
    private final Set<String> told = new HashSet<>();

    /** A send or receive that the program has not completed. */
    private record Operation(String call, boolean writes, Buffer memory, String place) {
        boolean harms(Operation other) {
            return (writes || other.writes) && memory.overlaps(other.memory);
        }

        @Override
        public String toString() {
            return call + " at " + place;
        }
    }

    /**
     * Makes the checks of one rank.
     *
     * @param rank in the world
     */
    public ProgramChecks(int rank) {
        this.rank = rank;
    }

    @Override
    public void collective(Peers peers, String call, Signature signature) {
        CollectiveCall.of(call, signature).compare(peers);
    }

    @Override
    public synchronized int started(
            Request request, String call, int peer, int tag, Object buf, int offset, int count, Layout layout) {
        boolean writes = request instanceof RecvRequest;
        String text = call + (writes ? "(source=" : "(dest=") + (peer == Pattern.ANY ? "ANY_SOURCE" : peer) + ", tag="
                + (tag == Pattern.ANY ? "ANY_TAG" : tag) + ")";
        String place = Place.here();
        Operation operation = new Operation(text, writes, new Buffer(buf, offset, count, layout), place);
        for (Operation other : active.values()) if (operation.harms(other)) tellOverlap(other, operation);
        active.put(request, operation);
        return writes ? 0 : places.number(place);
    }

    @Override
    public synchronized int place() {
        return places.number(Place.here());
    }

    private void tellOverlap(Operation one, Operation other) {
        boolean before = one.place.compareTo(other.place) <= 0;
        String places = before ? one.place + "\n" + other.place : other.place + "\n" + one.place;
        if (told.add(places)) tell("buffers of operations under way overlap: " + one + ", and " + other);
    }

    @Override
    public synchronized void ended(Request request) {
        active.remove(request);
    }

    @Override
    public synchronized void made(Object handle, String name) {
        handles.put(handle, name + " was never freed: made at " + Place.here());
    }

    @Override
    public synchronized void freed(Object handle) {
        handles.remove(handle);
    }

    @Override
    public void finish(Peers peers, List<Unreceived> messages) {
        List<Lost> lost = Lost.exchange(peers, messages);
        Map<String, Long> lines = new TreeMap<>();
        synchronized (this) {
            for (Lost each : lost) lines.merge(line(each), each.times(), Long::sum);
            for (Operation operation : active.values())
                lines.merge("operation was never completed: " + operation, 1L, Long::sum);
            for (String line : handles.values()) lines.merge(line, 1L, Long::sum);
            active.clear();
            handles.clear();
        }
        lines.forEach((line, times) -> tell(times == 1 ? line : line + " (" + times + " times)"));
    }

    private String line(Lost lost) {
        return "message was never received: to rank " + lost.receiver() + ", tag=" + lost.tag() + ", " + lost.bytes()
                + " bytes, sent at " + places.text(lost.place());
    }

    private void tell(String line) {
        System.err.println("jmpi: rank " + rank + ": " + line);
    }
}
