package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;

/** A message without content. */
final class Signal {
    static final byte[] EMPTY = {};
    static final Layout LAYOUT = Layout.contiguous(BasicType.BYTE, 1);

    private Signal() {}
}
