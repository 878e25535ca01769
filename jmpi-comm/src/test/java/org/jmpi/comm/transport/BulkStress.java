package org.jmpi.comm.transport;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The bytes of a long payload are there once they are counted as filled, and stay until they are counted as taken. */
@JCStressTest
@Outcome(id = Recorder.WHOLE, expect = Expect.ACCEPTABLE, desc = "each frame came, in order and whole")
@Outcome(expect = Expect.FORBIDDEN, desc = "a frame was read too early or written over")
@State
public class BulkStress {
    private final Stream stream = new Stream(3, 700);

    @Actor
    public void writes() {
        stream.write();
    }

    @Actor
    public void reads() {
        stream.read();
    }

    @Arbiter
    public void looks(L_Result result) {
        result.r1 = stream.finish();
    }
}
