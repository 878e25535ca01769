package org.jmpi.junit;

import org.jmpi.comm.error.CommException;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.opentest4j.ValueWrapper;

/**
 * A failure of a test on one rank. The message begins with the rank. The stack is that of the exception on the rank;
 * expected and actual value are those of its assertion, as text.
 *
 * <pre>{@code
 * org.jmpi.junit.RankFailedError: rank 2 of 4: expected: <6> but was: <5>
 * }</pre>
 */
public final class RankFailedError extends AssertionFailedError {
    private static final long serialVersionUID = 1;

    /** How deep causes are copied; an exception may be its own cause's cause. */
    static final int MOST_CAUSES = 20;

    /** The rank. */
    private final int rank;

    private RankFailedError(int rank, String message, Object expected, Object actual, Throwable cause) {
        super(message, expected, actual, cause);
        this.rank = rank;
    }

    private RankFailedError(int rank, String message, Throwable cause) {
        super(message, cause);
        this.rank = rank;
    }

    /** Copies an exception whose class only the rank knows. */
    static RankFailedError of(int rank, int size, Throwable failure) {
        return of(rank, "rank " + rank + " of " + size + ": ", failure);
    }

    /** Copies an exception of the constructor in the JVM of the tests. */
    static RankFailedError ofConstructor(Throwable failure) {
        return of(0, "rank 0 of 1, as which the JVM of the tests makes an object of the class: ", failure);
    }

    private static RankFailedError of(int rank, String prefix, Throwable failure) {
        String message = prefix + message(failure);
        Throwable cause = Copy.of(failure.getCause(), 0);
        RankFailedError copy = failure instanceof AssertionFailedError assertion && assertion.isExpectedDefined()
                ? new RankFailedError(rank, message, text(assertion.getExpected()), text(assertion.getActual()), cause)
                : new RankFailedError(rank, message, cause);
        copy.setStackTrace(failure.getStackTrace());
        for (Throwable suppressed : failure.getSuppressed()) copy.addSuppressed(Copy.of(suppressed, 0));
        return copy;
    }

    private static String text(ValueWrapper value) {
        return value == null ? null : value.getStringRepresentation();
    }

    /** Returns what an exception says; an assertion says it without its class. */
    private static String message(Throwable failure) {
        String description = CommException.describe(failure);
        boolean plain = failure instanceof AssertionError || failure instanceof TestAbortedException;
        String prefix = failure.getClass().getName() + ": ";
        return plain && description.startsWith(prefix) ? description.substring(prefix.length()) : description;
    }

    /** {@return the rank on which the test failed} */
    public int rank() {
        return rank;
    }

    /** A cause, or a suppressed exception: it prints as the original does. */
    private static final class Copy extends Throwable {
        private static final long serialVersionUID = 1;

        private final String text;

        private Copy(String text, Throwable cause) {
            super(text, cause);
            this.text = text;
        }

        static Copy of(Throwable original, int depth) {
            if (original == null || depth == MOST_CAUSES) return null;
            Copy copy = new Copy(CommException.describe(original), of(original.getCause(), depth + 1));
            copy.setStackTrace(original.getStackTrace());
            for (Throwable suppressed : original.getSuppressed()) {
                Copy other = of(suppressed, depth + 1);
                if (other != null) copy.addSuppressed(other);
            }
            return copy;
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
