package org.jmpi.comm.transport;

import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIZ_Result;

/** No word is lost or told twice, and what a rank did before it left word is seen by who takes it. */
@JCStressTest
@Outcome(id = "1, 1, true", expect = Expect.ACCEPTABLE, desc = "both words once")
@Outcome(expect = Expect.FORBIDDEN, desc = "a word was lost, told twice or told too early")
@State
public class WordStress {
    private final ControlBlock controlBlock = new ControlBlock(ByteBuffer.allocateDirect(ControlBlock.bytes(8)), 8);
    private int done;
    private int fromTwo;
    private int fromSeven;
    private boolean seen = true;

    @Actor
    public void leaves() {
        controlBlock.markReady(2);
        done = 1;
        controlBlock.markReady(7);
    }

    @Actor
    public void takes() {
        for (int looks = 0; looks < 4; looks++) take();
    }

    private void take() {
        long words = controlBlock.takeWord(0);
        if ((words & 1 << 2) != 0) fromTwo++;
        if ((words & 1 << 7) == 0) return;
        fromSeven++;
        seen &= done == 1;
    }

    @Arbiter
    public void looks(IIZ_Result result) {
        take();
        result.r1 = fromTwo;
        result.r2 = fromSeven;
        result.r3 = seen;
    }
}
