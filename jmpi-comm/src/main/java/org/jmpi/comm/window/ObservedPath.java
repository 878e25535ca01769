package org.jmpi.comm.window;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.events.Access;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.frame.Peer;
import org.jmpi.comm.op.Predefined;

/**
 * Reports the accesses of a path to the observer of this rank; and to that of the target, if observers compare
 * accesses.
 *
 * <pre>
 * origin                                    target
 *   | -- NOTE --------------------------------&gt; |   before the access; its observer looks at the others
 *   | -- the access --------------------------&gt; |
 *   | -- ENDED, UNLOCK -----------------------&gt; |   its observer forgets the accesses of the origin
 *   | &lt;------------------------------- answer -- |   the call of the origin returns
 * </pre>
 *
 * So the target knows an access only while it is under way at the origin, and finds no conflict of two that the program
 * has put in an order. A read with a request ends with that request, which waits for the answer to its note.
 */
final class ObservedPath implements Path {
    private final Path path;
    private final Peer peer;
    private final int window;
    private final Events events;
    private final boolean compares;

    /** The accesses that the target has been told of, and the number of the last one that reads. */
    private final AtomicLong noted = new AtomicLong();

    private final AtomicLong lastRead = new AtomicLong();

    /** Those of which the target knows that they have ended. */
    private final AtomicLong ended = new AtomicLong();

    /** @param window its number */
    ObservedPath(Path path, Peer peer, int window, Events events) {
        this.path = path;
        this.peer = peer;
        this.window = window;
        this.events = events;
        this.compares = events.comparesAccesses();
    }

    private Object began(
            Access.Kind kind, String name, Predefined op, Segment data, TargetItems items, WindowOperation request) {
        String call = request == null ? name : "R" + name.substring(0, 1).toLowerCase() + name.substring(1);
        if (compares) note(new AccessNote(kind, call, op, items, events.callSite()), request);
        return events.accessBegan(call, window, peer.rank(), data.bytes(), path instanceof DirectPath);
    }

    private void note(AccessNote note, WindowOperation request) {
        ByteBuffer payload = note.encode();
        if (payload == null) return;
        if (request != null && note.kind() == Access.Kind.GET) {
            request.expect(peer.request(WindowLayer.NOTE, window, payload, WindowOperation.ROOM), any -> {});
            return;
        }
        peer.send(WindowLayer.NOTE, window, payload);
        // After the frame: who reads the number tells the target that these accesses have ended.
        long number = noted.incrementAndGet();
        if (note.kind() != Access.Kind.PUT) lastRead.accumulateAndGet(number, Math::max);
    }

    @Override
    public long notes() {
        return noted.get();
    }

    @Override
    public boolean isNoted(boolean reads) {
        return (reads ? lastRead : noted).get() > ended.get();
    }

    @Override
    public void ended(long notes) {
        ended.accumulateAndGet(notes, Math::max);
    }

    @Override
    public void put(Segment origin, TargetItems items, WindowOperation request) {
        Object kept = began(Access.Kind.PUT, "Put", null, origin, items, request);
        try {
            path.put(origin, items, request);
        } finally {
            events.accessEnded(kept);
        }
    }

    @Override
    public void get(Segment origin, TargetItems items, WindowOperation request) {
        Object kept = began(Access.Kind.GET, "Get", null, origin, items, request);
        try {
            path.get(origin, items, request);
        } finally {
            events.accessEnded(kept);
        }
    }

    @Override
    public void accumulate(Segment origin, TargetItems items, Predefined op, WindowOperation request) {
        Object kept = began(Access.Kind.ACCUMULATE, "Accumulate", op, origin, items, request);
        try {
            path.accumulate(origin, items, op, request);
        } finally {
            events.accessEnded(kept);
        }
    }

    @Override
    public void getAccumulate(
            Segment origin, Segment result, TargetItems items, Predefined op, WindowOperation request) {
        Object kept = began(Access.Kind.ACCUMULATE, "Get_accumulate", op, result, items, request);
        try {
            path.getAccumulate(origin, result, items, op, request);
        } finally {
            events.accessEnded(kept);
        }
    }

    @Override
    public void compareAndSwap(Segment origin, Segment compare, Segment result, TargetItems items) {
        Object kept = began(Access.Kind.COMPARE_AND_SWAP, "Compare_and_swap", null, result, items, null);
        try {
            path.compareAndSwap(origin, compare, result, items);
        } finally {
            events.accessEnded(kept);
        }
    }

    @Override
    public boolean isAccessing() {
        return path.isAccessing();
    }

    @Override
    public void flush(WindowOperation flush) {
        path.flush(flush);
    }

    @Override
    public CommException failure() {
        return path.failure();
    }

    @Override
    public boolean isReading() {
        return path.isReading();
    }
}
