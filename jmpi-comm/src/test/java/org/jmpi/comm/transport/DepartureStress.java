package org.jmpi.comm.transport;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZL_Result;

/** A rank's last frames come before the word that it has ended, which comes once; even if it is sent to meanwhile. */
@JCStressTest
@Outcome(id = "true, whole", expect = Expect.ACCEPTABLE, desc = "all frames, then the end")
@Outcome(expect = Expect.FORBIDDEN, desc = "no end, or frames lost by it")
@State
public class DepartureStress {
    private final StillTransport.Host host = new StillTransport.Host();
    private final Recorder recorder = new Recorder(2);
    private final StillTransport sender = new StillTransport(host, 0, new Recorder(0));
    private final StillTransport receiver = new StillTransport(host, 1, recorder);

    @Actor
    public void sends() {
        sender.peer.send(new Numbered(1, 0));
        sender.peer.send(new Numbered(2, 100));
        sender.close(0);
    }

    @Actor
    public void receives() {
        for (int polls = 0; polls < 4; polls++) receiver.poll();
        receiver.peer.send(new Numbered(1, 0));
        for (int polls = 0; polls < 4; polls++) receiver.poll();
    }

    @Arbiter
    public void looks(ZL_Result result) {
        receiver.poll();
        result.r1 = recorder.hasEnded();
        result.r2 = recorder.verdict();
    }
}
