package org.jmpi.comm.coll.shared;

import java.nio.ByteBuffer;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;

/**
 * Items of one rank's operand or result, as another rank reads them: packed in a block that the rank has posted, or
 * where they lie in the memory of this JVM (single copy).
 */
final class OperandSource {
    private final SharedSegment sharedSegment;
    private final Buffer buffer = new Buffer();

    /** Null if the items are posted. */
    private Segment segment;

    private int block;
    private long first;

    OperandSource(SharedSegment sharedSegment) {
        this.sharedSegment = sharedSegment;
    }

    /** Names the items in a block. */
    OperandSource posted(int block) {
        return posted(block, 0);
    }

    /** Names the items in a block from an element on. */
    OperandSource posted(int block, long first) {
        this.segment = null;
        this.block = block;
        this.first = first;
        return this;
    }

    /** Names the items of a segment from an element on. */
    OperandSource singleCopy(Segment segment, long first) {
        this.segment = segment;
        this.first = first;
        return this;
    }

    /** Copies elements to another segment, from one of its elements on. */
    void copyTo(Segment target, long to, long elements) {
        if (segment != null) target.copy(segment, first, to, elements);
        else if (elements > 0) target.unpack(to * target.type().width(), content(target, elements));
    }

    private ByteBuffer content(Segment target, long elements) {
        int skipped = bytes(target, first);
        ByteBuffer content = sharedSegment.content(block, skipped + bytes(target, elements));
        return content.position(content.position() + skipped);
    }

    private static int bytes(Segment target, long elements) {
        return (int) (elements * target.type().width());
    }

    /**
     * Returns the buffer that the items lie in, if the operator may read them there; null if it needs a copy. An
     * operator of the program gets a copy, since it may write to its operand.
     */
    Buffer inPlace(Layout layout, Reducer op) {
        if (segment == null || segment.layout() != layout || !(op instanceof Predefined)) return null;
        buffer.set(segment);
        return ReductionRow.isOperand(buffer) ? buffer : null;
    }

    void clear() {
        buffer.clear();
        segment = null;
    }
}
