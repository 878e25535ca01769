package org.jmpi.comm.trust;

import java.io.IOException;

/** The other side hung up before it proved anything, as it does to the oldest of too many unproven connections. */
public final class DroppedException extends IOException {
    private static final long serialVersionUID = 1;

    DroppedException(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
