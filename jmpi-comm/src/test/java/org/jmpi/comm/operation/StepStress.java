package org.jmpi.comm.operation;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** Of two steps taken at once one completes the request. */
@JCStressTest
@Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "completed once")
@Outcome(expect = Expect.FORBIDDEN, desc = "completed never, or twice")
@State
public class StepStress {
    private final TwoSteps request = new TwoSteps();
    private final AtomicInteger completions = new AtomicInteger();

    private static final class TwoSteps extends MessageOperation {
        TwoSteps() {
            expectTwoSteps();
        }

        @Override
        public int context() {
            return 0;
        }

        @Override
        public int peer() {
            return 0;
        }
    }

    public StepStress() {
        request.wakes(completions::incrementAndGet);
    }

    @Actor
    public void one() {
        request.step();
    }

    @Actor
    public void other() {
        request.step();
    }

    @Arbiter
    public void looks(ZI_Result result) {
        result.r1 = request.isDone();
        result.r2 = completions.get();
    }
}
