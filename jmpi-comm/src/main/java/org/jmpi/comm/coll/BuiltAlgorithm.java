package org.jmpi.comm.coll;

import org.jmpi.comm.coll.select.CollectiveAlgorithm;

/** An algorithm with what builds it. */
interface BuiltAlgorithm extends CollectiveAlgorithm {
    /** Returns the steps of the algorithm. */
    Steps steps();
}
