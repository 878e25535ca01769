package org.jmpi.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
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
     * @param comm whose ranks all make this call
     * @param assertion what each rank checks
     */
    public static void onAllRanks(Intracomm comm, Executable assertion) {
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
    private static List<String> exchange(Intracomm comm, Throwable failure) {
        Object[] own = {failure == null ? "" : CommException.describe(failure)};
        Object[] all = new Object[comm.Size()];
        try {
            comm.Allgather(own, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
        } catch (MPIException e) {
            if (failure == null) throw e;
            failure.addSuppressed(e);
            return List.of();
        }
        List<String> failed = new ArrayList<>();
        for (int rank = 0; rank < all.length; rank++)
            if (!all[rank].equals("")) failed.add("rank " + rank + " of " + all.length + ": " + all[rank]);
        return failed;
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E asIs(Throwable failure) throws E {
        throw (E) failure;
    }
}
