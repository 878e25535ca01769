package org.jmpi.comm.fault;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.progress.Peer;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;
import org.jmpi.comm.wire.PayloadFrame;
import org.jmpi.comm.wire.PayloadSink;

/**
 * Revokes communicators at all their ranks. A rank that learns of a revocation sends it on to all members, which the
 * frame names. So it reaches each of them though the first rank fails meanwhile.
 *
 * <p>A revocation may come before this rank has made the communicator. The engine remembers it by the context, which no
 * other communicator has afterwards.
 */
public final class Revocations {
    private final ProgressEngine engine;
    private final int rank;
    private final ObjIntConsumer<CommException> revoked;
    private final IntFunction<int[]> members;

    /**
     * Registers the receiver of revocations; before the engine starts.
     *
     * @param engine moves them
     * @param rank this rank in the world
     * @param revoked is given the cause and the context of a communicator that is revoked
     * @param members returns the ranks in the world of all members of a communicator, by its context; null if this rank
     *     does not have it
     */
    public Revocations(
            ProgressEngine engine, int rank, ObjIntConsumer<CommException> revoked, IntFunction<int[]> members) {
        this.engine = engine;
        this.rank = rank;
        this.revoked = revoked;
        this.members = members;
        engine.onRevocation((from, context) -> revoke(context, from.rank()));
        engine.frames().register(FrameKind.REVOCATION, this::onFrame);
    }

    private Sink onFrame(Peer from, long word0, long word1, long word2, long word3) {
        int context = FrameHeader.context(word0);
        int origin = FrameHeader.sendId(word3);
        long length = FrameHeader.length(word2);
        check(context >= 0 && context % 2 == 0, "context", context);
        check(
                length > 0
                        && length % Integer.BYTES == 0
                        && length <= bytes(engine.peers().size()),
                "length",
                length);
        return PayloadSink.of((int) length, payload -> {
            int[] ranks = new int[(int) length / Integer.BYTES];
            payload.order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(ranks);
            for (int member : ranks)
                check(member >= 0 && member < engine.peers().size(), "member", member);
            revoke(context, ranks, origin);
        });
    }

    private static void check(boolean possible, String what, long value) {
        if (!possible) throw new IllegalArgumentException("malformed revocation: " + what + "=" + value);
    }

    private static long bytes(int members) {
        return (long) Integer.BYTES * members;
    }

    /**
     * Revokes a communicator of this rank.
     *
     * @param context that it has
     * @param origin the rank in the world that has called Revoke, or from which this one knows of it
     */
    public void revoke(int context, int origin) {
        int[] all = members.apply(context);
        if (all != null) revoke(context, all, origin);
    }

    /**
     * Revokes a communicator.
     *
     * @param context that it has, or is to have
     * @param ranks of all its members, in the world
     * @param origin the rank in the world that has called Revoke
     */
    private void revoke(int context, int[] ranks, int origin) {
        CommException cause = new CommException(
                ErrorClass.REVOKED, "communicator " + context + " has been revoked by world rank " + origin);
        Runnable noted = () -> revoked.accept(engine.inbox().revocation(context), context);
        if (!engine.revoke(context, cause, noted)) return;
        engine.lookAgain();
        ByteBuffer payload = ByteBuffer.allocate((int) bytes(ranks.length)).order(ByteOrder.LITTLE_ENDIAN);
        payload.asIntBuffer().put(ranks);
        for (int member : ranks) {
            Peer peer = engine.peers().get(member);
            if (member == rank || peer.gone() != null) continue;
            peer.send(new PayloadFrame(FrameKind.REVOCATION, 0, context, 0, origin, 0, payload));
        }
    }
}
