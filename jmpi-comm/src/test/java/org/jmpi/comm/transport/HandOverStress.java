package org.jmpi.comm.transport;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A frame that was handed over is taken by its reader or taken back by its writer: by one of them, once. */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "taken, and whole")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "taken back")
@Outcome(expect = Expect.FORBIDDEN, desc = "answered never or twice, or not whole")
@State
public class HandOverStress {
    private final RingMemory ring = Rings.make(true);
    private final Recorder recorder = new Recorder(1);
    private final RingWriter writer = new RingWriter(ring, Rings.LONGEST_COPIED);
    private final RingReader reader = new RingReader(0, ring, recorder);
    private final Numbered frame = new Numbered(1, Rings.LONGEST_COPIED + 1);

    @Actor
    public void writes() {
        writer.write(frame);
        Frame back = writer.takeBack();
        if (back != null) back.failed(null);
    }

    @Actor
    public void reads() {
        for (int tries = 0; tries < 3; tries++) reader.poll();
    }

    @Arbiter
    public void looks(II_Result result) {
        result.r1 = frame.sent.get() == 1 && !recorder.verdict().equals(Recorder.WHOLE) ? -1 : frame.sent.get();
        result.r2 = frame.failed.get();
    }
}
