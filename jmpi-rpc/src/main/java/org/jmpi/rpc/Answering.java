package org.jmpi.rpc;

import java.nio.ByteBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.frame.Answer;

/**
 * Answers a call of another rank.
 *
 * <p>An answer without a payload is a result of one word, or nothing. In any other one, and in the receipt of a one-way
 * call, the word has the status in its lowest byte, and above it, if the call had a name, the number of the method.
 */
final class Answering implements Outcome {
    /** The call has returned; its result is the payload. */
    static final int RETURNED = 0;
    /** The method has thrown; the exception is the payload. */
    static final int THREW = 1;
    /** The method has not run; the text says why. */
    static final int REFUSED = 2;
    /** There is no such object. */
    static final int DROPPED = 3;
    /** The call has returned null, where others return a word. */
    static final int NULL = 4;

    static final int STATUS_MASK = 0xFF;
    static final int NUMBER_SHIFT = 8;
    private static final int LIMIT = Integer.MAX_VALUE - Long.BYTES;

    private final RpcLayer layer;
    private final Answer answer;

    /** Lets the caller of a call without a result send more; null if there is none, or it has been sent. */
    private Answer receipt;

    private final Callee callee;
    private final Kind result;

    /** The number of the method, plus 1, for the caller; 0 if it knows the number. */
    private final int number;

    /**
     * @param answer null for a call that has no answer
     * @param result the kind of the result
     * @param number of the method, plus 1, for the caller; 0 if it knows the number, or there is none
     */
    Answering(RpcLayer layer, Answer answer, Callee callee, Kind result, int number) {
        this.layer = layer;
        this.answer = answer;
        this.callee = callee;
        this.result = result;
        this.number = number;
    }

    /**
     * Returns what takes the outcome of a call without a result.
     *
     * @param receipt is sent when the call begins, with the number; null if the caller waits for none
     * @param number of the method, plus 1, for the caller; 0 if it knows the number, or there is none
     */
    static Answering ofOneWay(RpcLayer layer, Answer receipt, Callee callee, int number) {
        Answering made = new Answering(layer, null, callee, Kind.VOID, number);
        made.receipt = receipt;
        return made;
    }

    @Override
    public void began() {
        Answer due = receipt;
        receipt = null;
        if (due != null) send(due, word(RETURNED), null);
    }

    @Override
    public void returned(Object value) {
        if (answer == null) return;
        boolean isNull = value == null && result.isWord() && result != Kind.VOID;
        long word = word(isNull ? NULL : RETURNED);
        Wire wire = null;
        try {
            if (result.isWord() && number == 0 && !isNull) word = result.bits(value);
            else {
                wire = new Wire(LIMIT);
                write(isNull ? Kind.VOID : result, value, wire);
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            refused(new IllegalStateException("result of the call: " + e.getMessage(), e));
            return;
        }
        send(word, wire == null ? null : wire.payload());
    }

    private void write(Kind kind, Object value, Wire wire) {
        // An answer that has a status has a payload.
        if (kind == Kind.VOID) wire.write(0);
        else if (kind == Kind.OBJECT) layer.objects().write(new Object[] {value}, wire);
        else kind.write(value, wire);
    }

    private long word(int status) {
        return status | (long) number << NUMBER_SHIFT;
    }

    @Override
    public void threw(Throwable cause) {
        if (answer == null) {
            layer.failed(new RpcException(callee, "threw " + CommException.describe(cause), cause));
            return;
        }
        Wire wire = new Wire(LIMIT);
        Thrown.write(cause, wire, layer.objects());
        send(word(THREW), wire.payload());
    }

    @Override
    public void refused(Throwable cause) {
        refused(REFUSED, cause);
    }

    /** Says that there is no such object. */
    void dropped() {
        refused(DROPPED, new IllegalStateException(RpcLayer.NO_OBJECT));
    }

    private void refused(int status, Throwable cause) {
        String why = cause.getMessage() == null ? CommException.describe(cause) : cause.getMessage();
        if (answer == null) {
            began();
            layer.failed(
                    status == DROPPED
                            ? new ObjectDroppedException(callee, why, null)
                            : new CallRefusedException(callee, why, cause));
            return;
        }
        Wire wire = new Wire(LIMIT);
        wire.putText(why);
        send(word(status), wire.payload());
    }

    private void send(long word, ByteBuffer payload) {
        send(answer, word, payload);
    }

    private static void send(Answer answer, long word, ByteBuffer payload) {
        try {
            answer.send(word, payload);
        } catch (CommException gone) {
            // The caller is gone, or this rank has left: no thread waits for the answer.
        }
    }

    /** Returns the exception of an answer that has no result. */
    static Throwable failure(long word, ByteBuffer payload, Callee callee, RpcLayer layer) {
        int status = (int) word & STATUS_MASK;
        if (status == THREW) return Thrown.read(payload, layer.objects(), callee);
        String why = Wire.text(payload);
        return status == DROPPED
                ? new ObjectDroppedException(callee, why, null)
                : new CallRefusedException(callee, why, null);
    }
}
