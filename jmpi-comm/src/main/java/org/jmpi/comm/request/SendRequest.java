package org.jmpi.comm.request;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Source;

/** A message on its way out. It owns the frames that carry it, so that sending allocates nothing. */
public final class SendRequest extends Request {
    /** Where an announced message stands. */
    public enum Stage {
        /** Not announced, or over. */
        NONE,
        /** The receiver has been told. */
        ANNOUNCED,
        /** The receiver has been told, and a frame that withdraws the message is being sent. */
        CANCELLING,
        /** The receiver asked for the message while the frame that withdraws it was being sent. */
        CLEARED
    }

    private final Segment segment = new Segment();
    private final Announcement announcement = new Announcement();
    private final Data data = new Data();

    private SendMode mode;
    private Source payload;
    private BasicType type;
    private int objectsSent;
    private int peer;
    private int context;
    private int sourceRank;
    private int messageTag;
    private boolean eager;

    private int id;
    private Stage stage = Stage.NONE;

    /** Sets the message, whose elements are in {@link #segment}. */
    public void set(SendMode mode, int context, int sourceRank, int peer, int tag) {
        set(mode, context, sourceRank, peer, tag, segment.type(), segment, segment.objects());
    }

    /**
     * Sets the message.
     *
     * @param peer the receiver's rank in the world
     * @param payload what travels, if it is not the segment itself
     * @param objects the number of objects, or of items without elements; else 0
     */
    public void set(
            SendMode mode,
            int context,
            int sourceRank,
            int peer,
            int tag,
            BasicType type,
            Source payload,
            int objects) {
        renew();
        this.mode = mode;
        this.context = context;
        this.sourceRank = sourceRank;
        this.peer = peer;
        this.messageTag = tag;
        this.type = type;
        this.payload = payload;
        this.objectsSent = objects;
        this.stage = Stage.NONE;
    }

    /** Sets what travels. */
    public void carry(Source what) {
        payload = what;
    }

    /** Lets go of the user's memory. */
    public void clear() {
        segment.clear();
        payload = null;
    }

    public Segment segment() {
        return segment;
    }

    public SendMode mode() {
        return mode;
    }

    public Source payload() {
        return payload;
    }

    public BasicType type() {
        return type;
    }

    public int objectsSent() {
        return objectsSent;
    }

    /** Returns the receiver's rank in the world. */
    public int peer() {
        return peer;
    }

    public int context() {
        return context;
    }

    public int sourceRank() {
        return sourceRank;
    }

    public int messageTag() {
        return messageTag;
    }

    /** Returns the frame that goes first: the message itself if it is sent eagerly, else the request to send it. */
    public Frame announcement(boolean whole) {
        eager = whole;
        return announcement;
    }

    /** Returns the frame that carries the payload of an announced message. */
    public Frame data() {
        return data;
    }

    /** Returns the id under which the receiver answers; guarded, as the stage is, by the inbox's lock. */
    public int id() {
        return id;
    }

    public Stage stage() {
        return stage;
    }

    public void enter(Stage next) {
        stage = next;
    }

    /** Notes that the message is being announced: it is done when that and its payload have been sent. */
    public void announceAs(int sendId) {
        expectTwoSteps();
        id = sendId;
        stage = Stage.ANNOUNCED;
    }

    @Override
    public String toString() {
        return mode + " send of " + (payload == null ? 0 : payload.bytes()) + " bytes to world rank " + peer + ", tag "
                + messageTag + ", context " + context + (isDone() ? ", done" : ", pending");
    }

    private void failBy(Throwable cause) {
        fail(new CommException(
                ErrorClass.OTHER, "message to world rank " + peer + " was not sent: " + cause.getMessage(), cause));
    }

    private final class Announcement extends Frame {
        @Override
        public Source payload() {
            return eager && payload.bytes() > 0 ? payload : null;
        }

        @Override
        public void sent() {
            if (eager) complete();
            else step();
        }

        @Override
        public void failed(Throwable cause) {
            failBy(cause);
        }
    }

    private final class Data extends Frame {
        @Override
        public Source payload() {
            return payload;
        }

        @Override
        public void sent() {
            step();
        }

        @Override
        public void failed(Throwable cause) {
            failBy(cause);
        }
    }
}
