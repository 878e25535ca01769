package org.jmpi.comm.progress;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.wire.FrameKind;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IJI_Result;

/** A message that arrives while its receive is posted is paired with it, whichever comes first, and fills it. */
@JCStressTest
@Outcome(id = "1, 42, 0", expect = Expect.ACCEPTABLE, desc = "received once, and nothing is left")
@Outcome(expect = Expect.FORBIDDEN, desc = "missed each other, or paired twice")
@State
public class PairingStress {
    private static final int TAG = 7;

    private final LoneEngine lone = new LoneEngine(2);
    private final ProgressEngine engine = lone.rank().engine();
    private final long[] value = new long[1];
    private final ByteBuffer payload =
            ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, 42);
    private final Frame frame =
            LoneEngine.message(FrameKind.EAGER, BasicType.LONG.ordinal(), EngineRank.CONTEXT, 1, TAG, Long.BYTES, 0);
    private RecvRequest receive;

    @Actor
    public void arrives() {
        Sink sink = lone.show(1, frame);
        sink.unpack(0, payload);
        sink.end();
    }

    @Actor
    public void posts() {
        receive = lone.rank().irecv(BasicType.LONG, value, 0, 1, 1, TAG);
    }

    @Arbiter
    public void looks(IJI_Result result) {
        result.r1 = receive.isDone() ? 1 : 0;
        result.r2 = value[0];
        result.r3 = engine.inbox().unreceived().size();
    }
}
