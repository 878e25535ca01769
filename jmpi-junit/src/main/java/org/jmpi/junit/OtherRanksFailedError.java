package org.jmpi.junit;

import org.opentest4j.AssertionFailedError;

/** An assertion that all ranks make has failed on others. */
final class OtherRanksFailedError extends AssertionFailedError {
    private static final long serialVersionUID = 1;

    OtherRanksFailedError(String message) {
        super(message);
    }
}
