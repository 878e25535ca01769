package org.jmpi.ibm;

import java.util.function.Supplier;

/** Asks until there is an answer. */
public final class Poll {
    private Poll() {}

    /** Calls a test such as {@link mpi.Request#Test} until it returns something other than null. */
    public static <T> T until(Supplier<T> test) {
        for (T answer = test.get(); ; answer = test.get()) {
            if (answer != null) return answer;
            Thread.yield();
        }
    }
}
