package org.jmpi.comm.operation;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.transport.Scheduler;
import org.jmpi.comm.transport.SleepRecheck;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** Who completes a request for which a thread is about to sleep runs its alarm, or is seen within the grace. */
@JCStressTest
@Outcome(
        id = {"true, false, true", "true, true, true", "false, true, true"},
        expect = Expect.ACCEPTABLE,
        desc = "seen with all that it tells, or woken")
@Outcome(expect = Expect.FORBIDDEN, desc = "asleep though the request is complete, or complete before all was written")
@State
public class WakeStress {
    private final Plain request = new Plain();
    private volatile boolean woken;
    private boolean seen;
    private boolean whole = true;

    private static final class Plain extends MessageOperation {
        @Override
        public int context() {
            return 0;
        }

        @Override
        public int peer() {
            return 0;
        }

        void tell() {
            envelope(1, 2, BasicType.INT, 8, 0);
        }

        boolean isTold() {
            return source() == 1 && tag() == 2 && messageType() == BasicType.INT && bytes() == 8;
        }
    }

    @Actor
    public void completes() {
        request.tell();
        request.complete();
    }

    @Actor
    public void waits() {
        request.wakes(() -> woken = true);
        seen = SleepRecheck.recheck(Scheduler.JDK, request::isDone);
        if (seen) whole = request.isTold();
    }

    @Arbiter
    public void looks(ZZZ_Result result) {
        result.r1 = seen;
        result.r2 = woken;
        result.r3 = whole;
    }
}
