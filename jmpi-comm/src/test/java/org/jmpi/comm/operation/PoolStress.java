package org.jmpi.comm.operation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** No request is given to two threads; both share the store that is not the first thread's own. */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "each had its request for itself")
@Outcome(expect = Expect.FORBIDDEN, desc = "two had the same one")
@State
public class PoolStress {
    private static final RequestPool<AtomicInteger> POOL = new RequestPool<>(new Maker());

    // A lambda of this class would wait in the other thread for the end of this initializer.
    private static final class Maker implements Function<RequestPool<AtomicInteger>, AtomicInteger> {
        @Override
        public AtomicInteger apply(RequestPool<AtomicInteger> pool) {
            return new AtomicInteger();
        }
    }

    static {
        CompletableFuture.runAsync(POOL::take, task -> new Thread(task).start()).join();
    }

    @Actor
    public void one(ZZ_Result result) {
        result.r1 = isAlone();
    }

    @Actor
    public void other(ZZ_Result result) {
        result.r2 = isAlone();
    }

    private static boolean isAlone() {
        AtomicInteger holders = POOL.take();
        boolean alone = holders.incrementAndGet() == 1;
        alone &= holders.decrementAndGet() == 0;
        POOL.give(holders);
        return alone;
    }
}
