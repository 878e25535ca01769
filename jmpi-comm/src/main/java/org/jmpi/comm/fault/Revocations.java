package org.jmpi.comm.fault;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.progress.PeerConnection;
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
    /** Far more than the names of the members of any communicator take, in bytes. */
    private static final int LONGEST = 1 << 24;

    /** The names of processes, of which each one numbers those of other worlds by itself. */
    public interface Names {
        /** {@return how many numbers a name has} */
        int length();

        /**
         * {@return the names of processes as they travel, one after the other}
         *
         * @param processes the numbers by which this process knows them
         */
        int[] encode(int... processes);

        /**
         * {@return the numbers by which this process knows others; negative in the place of one to which it has no way}
         *
         * @param names as they have come
         */
        int[] numbers(int[] names);
    }

    private final ProgressEngine engine;
    private final int rank;
    private final Names names;
    private final ObjIntConsumer<CommException> revoked;
    private final IntFunction<int[]> members;

    /**
     * Registers the receiver of revocations; before the engine starts.
     *
     * @param engine moves them
     * @param rank this rank in the world
     * @param names of all processes
     * @param revoked is given the cause and the context of a communicator that is revoked
     * @param members returns the ranks in the world of all members of a communicator, by its context; null if this rank
     *     does not have it
     */
    public Revocations(
            ProgressEngine engine,
            int rank,
            Names names,
            ObjIntConsumer<CommException> revoked,
            IntFunction<int[]> members) {
        this.engine = engine;
        this.rank = rank;
        this.names = names;
        this.revoked = revoked;
        this.members = members;
        engine.inbox().onRevocation((from, context) -> revoke(context, from.rank()));
        engine.frames().register(FrameKind.REVOCATION, this::onFrame);
    }

    /** Takes the names of the process that has called Revoke and of all members. */
    private Sink onFrame(PeerConnection from, long word0, long word1, long word2, long word3) {
        int context = FrameHeader.context(word0);
        long length = FrameHeader.length(word2);
        int ofName = names.length() * Integer.BYTES;
        check(context >= 0 && context % 2 == 0, "context", context);
        check(length > ofName && length % ofName == 0 && length <= LONGEST, "length", length);
        return PayloadSink.of((int) length, payload -> {
            int[] encoded = new int[(int) length / Integer.BYTES];
            payload.order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(encoded);
            int[] processes = names.numbers(encoded);
            for (int process : processes) check(process < engine.peers().size(), "process", process);
            revoke(context, processes[0], Arrays.copyOfRange(processes, 1, processes.length), encoded);
        });
    }

    private static void check(boolean possible, String what, long value) {
        if (!possible) throw new IllegalArgumentException("malformed revocation: " + what + "=" + value);
    }

    /**
     * Revokes a communicator of this rank.
     *
     * @param context that it has
     * @param origin the number of the process that has called Revoke, or from which this one knows of it
     */
    public void revoke(int context, int origin) {
        int[] all = members.apply(context);
        if (all == null) return;
        int[] processes = new int[1 + all.length];
        processes[0] = origin;
        System.arraycopy(all, 0, processes, 1, all.length);
        revoke(context, origin, all, names.encode(processes));
    }

    /**
     * Revokes a communicator.
     *
     * @param context that it has, or is to have
     * @param origin the number of the process that has called Revoke; negative if this one has no way to it
     * @param all the numbers of all members
     * @param encoded the names of both
     */
    private void revoke(int context, int origin, int[] all, int[] encoded) {
        String by = origin < 0
                ? "a process of another world"
                : engine.peers().get(origin).name();
        CommException cause =
                new CommException(ErrorClass.REVOKED, "communicator " + context + " has been revoked by " + by);
        if (!engine.inbox().revoke(context, cause, () -> revoked.accept(cause, context))) return;
        engine.events().revoked(context, origin);
        engine.failures().lookAgain();
        ByteBuffer payload = ByteBuffer.allocate(encoded.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        payload.asIntBuffer().put(encoded);
        for (int member : all) {
            if (member < 0 || member == rank) continue;
            PeerConnection peer = engine.peers().get(member);
            if (peer.gone() == null) peer.send(new PayloadFrame(FrameKind.REVOCATION, 0, context, 0, 0, 0, payload));
        }
    }
}
