package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;

/** A message without content. */
final class Signal {
    private Signal() {}

    /** Returns what is sent, or received. */
    static Buffer empty() {
        return Buffer.allocate(BasicType.BYTE, 0);
    }
}
