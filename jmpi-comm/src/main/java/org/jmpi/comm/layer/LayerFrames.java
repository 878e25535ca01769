package org.jmpi.comm.layer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.frame.FrameReceiver;
import org.jmpi.comm.frame.Frames;
import org.jmpi.comm.frame.Layer;
import org.jmpi.comm.frame.Peer;
import org.jmpi.comm.frame.RequestReceiver;

/** One layer at one rank: its receivers. */
final class LayerFrames implements Frames {
    private static final int LONGEST_NAME = 255;

    private final int rank;
    /** The number of ranks when there was a protocol last. */
    private volatile int size;

    private final int longestPayload;
    private final int number;
    private final String name;
    private final int version;
    private final FrameReceiver[] receivers = new FrameReceiver[IDS];
    private final RequestReceiver[] requests = new RequestReceiver[IDS];
    private volatile boolean opened;

    /**
     * Null after MPI.Finalize, until the rank's next Init; and once the rank has let go of its connections, to which
     * the program may go on to refer by this object.
     */
    private volatile LayerProtocol protocol;

    /** Why there is no protocol. */
    private volatile CommException over;

    /** @param number that of this layer at this rank */
    LayerFrames(LayerProtocol protocol, int number, Layer layer) {
        this.protocol = protocol;
        this.rank = protocol.rank();
        this.longestPayload = protocol.longestPayload();
        this.number = number;
        this.name = Objects.requireNonNull(layer.name(), "a layer without a name");
        this.version = layer.version();
        if (name.isEmpty() || nameBytes().remaining() > LONGEST_NAME)
            throw new IllegalArgumentException(
                    "the name of a layer has 1 to " + LONGEST_NAME + " bytes: \"" + name + "\"");
    }

    /** Ends the registration. */
    void opened() {
        opened = true;
    }

    /** Lets go of the connections; later calls fail. */
    void close(CommException cause) {
        size = size();
        over = cause;
        protocol = null;
    }

    /** Takes the connections again. */
    void resume(LayerProtocol resumed) {
        protocol = resumed;
    }

    /** Returns whether the layer has no connections. */
    boolean isClosed() {
        return protocol == null;
    }

    /** @throws CommException after MPI.Finalize, or if the rank has let go of its connections */
    LayerProtocol protocol() {
        LayerProtocol open = protocol;
        if (open == null) throw over.here();
        return open;
    }

    /** Returns why the layer is closed. */
    CommException over() {
        return over;
    }

    Link link(int peer) {
        return protocol().link(peer);
    }

    int number() {
        return number;
    }

    String name() {
        return name;
    }

    int version() {
        return version;
    }

    ByteBuffer nameBytes() {
        return ByteBuffer.wrap(name.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the name of a call that sends to a peer, for reports. */
    String sendCall() {
        return "Peer.send(a frame of layer " + name + ")";
    }

    /** Returns the failure of a frame to a peer that has no such layer, or another version of it. */
    CommException missing(int peer, int theirs) {
        String line = theirs == LayerProtocol.NO_VERSION
                ? "rank " + peer + " has no layer " + name + ", to which rank " + rank()
                        + " sends a frame: put its classes and its provider entry (META-INF/services/"
                        + Layer.class.getName()
                        + " or `provides` in its module) into the class path or module path of both"
                : "rank " + peer + " has version " + theirs + " of layer " + name + ", and rank " + rank() + " version "
                        + version + ": use the same version at both";
        return new CommException(ErrorClass.OTHER, line);
    }

    /** Returns the receiver of the frames of an id, or null. */
    FrameReceiver receiver(int id) {
        return receivers[id];
    }

    /** Returns the receiver of the requests of an id, or null. */
    RequestReceiver requestReceiver(int id) {
        return requests[id];
    }

    /** Returns the failure of a frame for which there is no receiver. */
    CommException noReceiver(int id, boolean isRequest, int from) {
        String taken = isRequest ? "requests" : "frames";
        boolean hasOther = (isRequest ? receivers : requests)[id] != null;
        String line = hasOther
                ? "layer " + name + ": id " + id + " takes " + (isRequest ? "frames" : "requests") + ", not " + taken
                : "layer " + name + " has no receiver of " + taken + " with id " + id;
        return new CommException(
                ErrorClass.OTHER, line + " (" + (isRequest ? "request" : "frame") + " of rank " + from + ")");
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        LayerProtocol open = protocol;
        return open == null ? size : open.size();
    }

    @Override
    public void register(int id, FrameReceiver receiver) {
        checkFree(id, receivers);
        receivers[id] = Objects.requireNonNull(receiver);
    }

    @Override
    public void register(int id, RequestReceiver receiver) {
        checkFree(id, requests);
        requests[id] = Objects.requireNonNull(receiver);
    }

    private void checkFree(int id, Object[] table) {
        checkId(id);
        if (opened)
            throw new IllegalStateException(
                    "layer " + name + " registers the receiver of id " + id + " after its method open has returned");
        if (table[id] != null) throw new IllegalStateException("layer " + name + " registers id " + id + " twice");
    }

    /** @throws IllegalArgumentException if there is no such id */
    void checkId(int id) {
        if (id < 0 || id >= IDS)
            throw new IllegalArgumentException("layer " + name + ": id " + id + " is not from 0 to " + (IDS - 1));
    }

    @Override
    public Peer peer(int rank) {
        if (rank < 0 || rank >= size())
            throw new IndexOutOfBoundsException("layer " + name + ": there is no rank " + rank + " of " + size());
        return new LayerPeer(this, rank);
    }

    @Override
    public int longestPayload() {
        return longestPayload;
    }

    @Override
    public <T> T await(CompletableFuture<T> future) {
        LayerProtocol open = protocol();
        open.await(future, name);
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof CommException failure) throw open.raised(failure);
            throw e;
        }
    }

    @Override
    public String toString() {
        return name + " " + version;
    }
}
