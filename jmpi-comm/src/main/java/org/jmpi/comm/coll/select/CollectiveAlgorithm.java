package org.jmpi.comm.coll.select;

/**
 * An algorithm of a collective operation. The algorithms of an operation are the constants of its enumeration {@code
 * Algorithm}, the cheapest first; the Javadoc of a constant gives its cost. The last one serves every call.
 */
public interface CollectiveAlgorithm {
    /** {@return the calls that the algorithm is selected for} */
    Rule rule();
}
