package org.jmpi.comm.transport;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZL_Result;

/**
 * Who makes room for a rank that is about to sleep with frames to send rings its doorbell, or the room is seen within
 * the grace.
 */
@JCStressTest
@Outcome(id = "false, whole", expect = Expect.ACCEPTABLE, desc = "the room was seen, or the sender woken")
@Outcome(expect = Expect.FORBIDDEN, desc = "asleep with room for the frame that waits")
@State
public class RoomStress {
    private static final int FRAMES = Rings.CELLS + 2;

    private final Delay delay = new Delay();
    private final StillTransport.Host host = new StillTransport.Host();
    private final Recorder recorder = new Recorder(FRAMES);
    private final StillTransport sender = new StillTransport(host, 0, new Recorder(0));
    private final StillTransport receiver = new StillTransport(host, 1, recorder);

    public RoomStress() {
        sender.peer.send(new Numbered(1, 0));
        receiver.poll();
        receiver.poll();
        for (int number = 2; number <= FRAMES; number++) sender.peer.send(new Numbered(number, 0));
    }

    @Actor
    public void receives() {
        delay.pass();
        receiver.poll();
        host.over = true;
    }

    @Actor
    public void sleeps() {
        sender.await(1);
    }

    @Arbiter
    public void looks(ZL_Result result) {
        sender.poll();
        receiver.poll();
        result.r1 = sender.hasOverslept();
        result.r2 = recorder.verdict();
    }
}
