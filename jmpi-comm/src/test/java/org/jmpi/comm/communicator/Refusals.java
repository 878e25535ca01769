package org.jmpi.comm.communicator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.function.Executable;

/** How tests say that a bad argument is refused. */
final class Refusals {
    private Refusals() {}

    /** Checks that a call fails with this class and with exactly this message. */
    static void assertRefused(ErrorClass errorClass, String message, Executable call) {
        CommException refusal = assertThrows(CommException.class, call);
        assertEquals(message, refusal.getMessage());
        assertEquals(errorClass, refusal.errorClass());
    }
}
