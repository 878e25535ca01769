package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;

/** A message without content. */
final class Signal {
    static final Buffer EMPTY = Buffer.allocate(BasicType.BYTE, 0);

    private Signal() {}
}
