package org.jmpi.comm.operation;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Of two threads that come at the same time one is the first, and stays it. */
@JCStressTest
@Outcome(
        id = {"true, false", "false, true"},
        expect = Expect.ACCEPTABLE,
        desc = "one of them")
@Outcome(expect = Expect.FORBIDDEN, desc = "both, none, or another one than before")
@State
public class FirstThreadStress {
    private final FirstThread first = new FirstThread();

    @Actor
    public void one(ZZ_Result result) {
        result.r1 = isFirst();
    }

    @Actor
    public void other(ZZ_Result result) {
        result.r2 = isFirst();
    }

    private boolean isFirst() {
        boolean atFirst = first.isCurrent();
        return first.isCurrent() && atFirst;
    }
}
