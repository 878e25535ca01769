package org.jmpi.comm.progress;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.transport.Source;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;
import org.jmpi.comm.wire.PayloadSink;

/**
 * A message about failures to every rank of the world: ranks have failed, or one of them ends the job. Or to one rank:
 * where its heart-beats are taken.
 *
 * @param kind {@link FrameKind#FAILURE}, {@link FrameKind#ABORT} or {@link FrameKind#SUBSCRIPTION}
 * @param origin the rank that found the failure, ends the job or takes heart-beats
 * @param code the exit code of the job, for {@link FrameKind#ABORT}
 * @param ranks those that have failed
 * @param text one line that says why, or where
 */
record FailureNotice(FrameKind kind, int origin, int code, int[] ranks, String text) {
    /** The longest text in bytes of UTF-8: a longer one is cut. */
    static final int LONGEST_TEXT = 4096;

    FailureNotice {
        if (text == null || text.isEmpty()) text = "no reason given";
    }

    /** Returns that of a rank that ends; another world has other numbers, and gets one that names no rank. */
    static FailureNotice ofEnd(int rank, boolean toWorld) {
        int[] ended = toWorld ? new int[] {rank} : new int[0];
        return new FailureNotice(FrameKind.FAILURE, toWorld ? rank : 0, 0, ended, "it has ended without MPI.Finalize");
    }

    /** Returns one that names its sender, a process of another world, by this rank's number. */
    FailureNotice ofSender(int number) {
        return new FailureNotice(kind, number, code, new int[] {number}, text);
    }

    /** Returns whether its origin itself fails: it has sent the notice to every peer. */
    boolean isOfOrigin() {
        return ranks.length == 1 && ranks[0] == origin;
    }

    /**
     * Returns a frame that carries the payload; each destination needs one of its own.
     *
     * @param over runs when the frame is sent, or can no longer be sent
     */
    Frame frame(byte[] payload, Runnable over) {
        return new NoticeFrame(this, payload, over);
    }

    byte[] payload() {
        byte[] line = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(line.length, LONGEST_TEXT);
        ByteBuffer bytes =
                ByteBuffer.allocate(Integer.BYTES * ranks.length + length).order(ByteOrder.LITTLE_ENDIAN);
        for (int rank : ranks) bytes.putInt(rank);
        return bytes.put(line, 0, length).array();
    }

    /**
     * Returns what takes the payload of a notice whose header has come.
     *
     * @param size the number of ranks in the world
     * @param taken called with the notice, by the thread that moves its last byte
     * @throws IllegalArgumentException if no correct peer sends the header
     */
    static Sink sink(int size, long word0, long word1, long word2, long word3, Consumer<FailureNotice> taken) {
        int origin = FrameHeader.source(word1);
        int count = FrameHeader.objects(word3);
        long bytes = FrameHeader.length(word2);
        Inbox.check(origin >= 0 && origin < size, "source", origin);
        Inbox.check(count >= 0 && count <= size, "failed ranks", count);
        long rankBytes = (long) Integer.BYTES * count;
        Inbox.check(bytes > rankBytes && bytes <= rankBytes + LONGEST_TEXT, "length of a notice", bytes);
        return PayloadSink.of((int) bytes, payload -> {
            FailureNotice notice = read(FrameHeader.kind(word0), origin, FrameHeader.tag(word1), count, payload);
            for (int rank : notice.ranks) Inbox.check(rank >= 0 && rank < size, "failed rank", rank);
            taken.accept(notice);
        });
    }

    private static FailureNotice read(FrameKind kind, int origin, int code, int count, ByteBuffer payload) {
        payload.order(ByteOrder.LITTLE_ENDIAN);
        int[] ranks = new int[count];
        Arrays.setAll(ranks, i -> payload.getInt());
        return new FailureNotice(
                kind,
                origin,
                code,
                ranks,
                StandardCharsets.UTF_8.decode(payload).toString());
    }

    private static final class NoticeFrame extends Frame implements Source {
        private final byte[] payload;
        private final Runnable over;

        NoticeFrame(FailureNotice notice, byte[] payload, Runnable over) {
            this.payload = payload;
            this.over = over;
            FrameHeader.message(
                    this, notice.kind, 0, 0, 0, notice.origin, notice.code, payload.length, 0, notice.ranks.length);
        }

        @Override
        public Source payload() {
            return this;
        }

        @Override
        public long bytes() {
            return payload.length;
        }

        @Override
        public void pack(long position, ByteBuffer target) {
            int from = (int) position;
            target.put(payload, from, Math.min(payload.length - from, target.remaining()));
        }

        @Override
        public void sent() {
            over.run();
        }

        @Override
        public void failed(Throwable cause) {
            over.run();
        }
    }
}
