package org.jmpi.comm.transport;

import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Who writes to a ring that is about to be left unwatched leaves word, or is seen within the grace. */
@JCStressTest
@Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "a frame that nobody knows of")
@Outcome(expect = Expect.ACCEPTABLE, desc = "seen, or word was left")
@State
public class UnwatchStress {
    private final RingMemory ring = Rings.make(false);
    private final ControlBlock controlBlock = new ControlBlock(ByteBuffer.allocateDirect(ControlBlock.bytes(2)), 2);
    private final RingWriter writer = new RingWriter(ring, Rings.LONGEST_COPIED);
    private final RingReader reader = new RingReader(0, ring, new Recorder(1));
    private final Numbered frame = new Numbered(1, 0);
    private boolean seen;

    public UnwatchStress() {
        reader.watch(true);
    }

    @Actor
    public void writes() {
        writer.write(frame);
        if (!writer.isWatched()) controlBlock.markReady(0);
    }

    @Actor
    public void leaves() {
        reader.watch(false);
        seen = SleepRecheck.recheck(Scheduler.JDK, reader::poll);
    }

    @Arbiter
    public void looks(ZZ_Result result) {
        result.r1 = seen;
        result.r2 = controlBlock.takeWord(0) != 0;
    }
}
