package org.jmpi.comm.fault;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;

/**
 * The contribution of one member to an agreement, or the result. It does not change.
 *
 * @param flags are combined bit by bit: a bit is set if all set it
 * @param failed the members that have failed: all that one of the members knows
 * @param acknowledged the failures that the program knows: those that all members have acknowledged
 */
public record Ballot(long flags, BitSet failed, BitSet acknowledged) {
    Ballot combine(Ballot other) {
        BitSet either = (BitSet) failed.clone();
        either.or(other.failed);
        BitSet both = (BitSet) acknowledged.clone();
        both.and(other.acknowledged);
        return new Ballot(flags & other.flags, either, both);
    }

    /** Returns the bytes of the wire form: flags, the length of the failed members, these, the acknowledged ones. */
    ByteBuffer encode() {
        byte[] first = failed.toByteArray();
        byte[] second = acknowledged.toByteArray();
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + Integer.BYTES + first.length + second.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        return bytes.putLong(flags).putInt(first.length).put(first).put(second).flip();
    }

    /** @throws IllegalArgumentException if no correct peer sends these bytes */
    static Ballot decode(ByteBuffer bytes) {
        if (!bytes.hasRemaining()) return null;
        bytes.order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.remaining() < Long.BYTES + Integer.BYTES)
            throw new IllegalArgumentException("length of a ballot=" + bytes.remaining());
        long flags = bytes.getLong();
        int length = bytes.getInt();
        if (length < 0 || length > bytes.remaining())
            throw new IllegalArgumentException("length of the failed members of a ballot=" + length);
        BitSet failed = BitSet.valueOf(bytes.slice(bytes.position(), length));
        return new Ballot(flags, failed, BitSet.valueOf(bytes.position(bytes.position() + length)));
    }
}
