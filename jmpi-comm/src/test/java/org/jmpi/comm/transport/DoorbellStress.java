package org.jmpi.comm.transport;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZL_Result;

/** Who sends to a rank that is about to sleep rings its doorbell, or is seen within the grace. */
@JCStressTest
@Outcome(id = "false, whole", expect = Expect.ACCEPTABLE, desc = "seen, or woken")
@Outcome(expect = Expect.FORBIDDEN, desc = "asleep with a frame in its ring")
@State
public class DoorbellStress {
    private final Delay delay = new Delay();
    private final StillTransport.Host host = new StillTransport.Host();
    private final Recorder recorder = new Recorder(2);
    private final StillTransport sender = new StillTransport(host, 0, new Recorder(0));
    private final StillTransport receiver = new StillTransport(host, 1, recorder);
    private final Numbered frame = new Numbered(2, 0);

    public DoorbellStress() {
        sender.peer.send(new Numbered(1, 0));
        receiver.poll();
        receiver.poll();
    }

    @Actor
    public void sends() {
        delay.pass();
        sender.peer.send(frame);
        host.over = true;
    }

    @Actor
    public void sleeps() {
        receiver.await(1);
    }

    @Arbiter
    public void looks(ZL_Result result) {
        receiver.poll();
        result.r1 = receiver.hasOverslept();
        result.r2 = recorder.verdict();
    }
}
