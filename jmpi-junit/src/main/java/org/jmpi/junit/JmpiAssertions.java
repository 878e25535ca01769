package org.jmpi.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jmpi.Communicator;
import org.jmpi.MpiException;
import org.jmpi.comm.error.CommException;
import org.junit.jupiter.api.function.Executable;

/**
 * Assertions that the ranks of a test make together.
 *
 * <pre>{@code
 * @MpiTest(np = 4)
 * void eachRankHasItsPart(Intracomm world) {
 *     double[] part = scatter(world);
 *     JmpiAssertions.onAllRanks(world, () -> assertEquals(250, part.length));
 *     world.Barrier(); // no rank waits here for one that has failed
 * }
 * }</pre>
 */
public final class JmpiAssertions {
    private JmpiAssertions() {}

    /**
     * Asserts something on all ranks of a communicator: succeeds on all of them or fails on all of them. A rank whose
     * own assertion fails throws its exception, checked or not, as JUnit's assertions do. The others throw an assertion
     * error that names the ranks that failed. It is a collective operation.
     *
     * @param comm whose ranks all make this call: a typed one, or one of a binding on the class path
     * @param assertion what each rank checks
     */
    public static void onAllRanks(Object comm, Executable assertion) {
        Objects.requireNonNull(assertion, "assertion");
        Throwable failure = null;
        try {
            assertion.execute();
        } catch (Throwable e) {
            failure = e;
        }
        List<String> failed = exchange(comm, failure);
        if (failure != null) throw JmpiAssertions.<RuntimeException>asIs(failure);
        if (!failed.isEmpty()) throw new OtherRanksFailedError(String.join(System.lineSeparator(), failed));
    }

    /** Returns a line for each rank that failed. */
    private static List<String> exchange(Object comm, Throwable failure) {
        List<String> all;
        try {
            Communicator typed = comm instanceof Communicator known ? known : Communicator.of(comm);
            all = typed.allGather(failure == null ? "" : CommException.describe(failure));
        } catch (MpiException e) {
            if (failure == null) throw e;
            failure.addSuppressed(e);
            return List.of();
        }
        List<String> failed = new ArrayList<>();
        for (int rank = 0; rank < all.size(); rank++)
            if (!all.get(rank).isEmpty()) failed.add("rank " + rank + " of " + all.size() + ": " + all.get(rank));
        return failed;
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E asIs(Throwable failure) throws E {
        throw (E) failure;
    }
}
