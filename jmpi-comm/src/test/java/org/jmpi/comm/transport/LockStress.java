package org.jmpi.comm.transport;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** One thread at a time has the lock, and sees what the one before it did. */
@JCStressTest
@Outcome(
        id = {"1, 2", "2, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "one after the other")
@Outcome(expect = Expect.FORBIDDEN, desc = "both at once")
@State
public class LockStress {
    private final SpinLock lock = new SpinLock();
    private int count;

    @Actor
    public void one(II_Result result) {
        result.r1 = next();
    }

    @Actor
    public void other(II_Result result) {
        result.r2 = next();
    }

    private int next() {
        lock.lock();
        int now = ++count;
        lock.unlock();
        return now;
    }
}
