package org.jmpi.bench;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Source;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * The four words in front of a message: put together by the sender, taken apart by the receiver.
 */
public class HeaderBenchmark extends MicroBenchmark {
    private static final int TYPE = BasicType.BYTE.ordinal();

    private final Frame frame = new Words();
    private int tag;

    private static final class Words extends Frame {
        @Override
        public Source payload() {
            return null;
        }

        @Override
        public void sent() {}

        @Override
        public void failed(Throwable cause) {}
    }

    @Benchmark
    public Frame write() {
        FrameHeader.message(frame, FrameKind.EAGER, TYPE, 0, 2, 1, ++tag, 8, 0, 0);
        return frame;
    }

    @Benchmark
    public long writeAndRead() {
        write();
        if (FrameHeader.kind(frame.word0) != FrameKind.EAGER) throw new IllegalStateException("word0=" + frame.word0);
        return FrameHeader.context(frame.word0)
                + FrameHeader.source(frame.word1)
                + FrameHeader.tag(frame.word1)
                + BasicType.of(FrameHeader.type(frame.word0)).width()
                + FrameHeader.length(frame.word2);
    }
}
