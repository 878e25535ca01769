package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;

/**
 * A message without content: no elements of no type, so that an operation which awaits elements takes it for none of
 * its.
 */
final class EmptyMessage {
    private EmptyMessage() {}

    /** Returns what is sent, or received. */
    static Buffer empty() {
        return Buffer.allocate(BasicType.NONE, 0);
    }
}
