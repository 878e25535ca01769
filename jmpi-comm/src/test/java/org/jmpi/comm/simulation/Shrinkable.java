package org.jmpi.comm.simulation;

import java.util.List;
import java.util.Set;

/**
 * A program that is correct without any of its parts.
 *
 * @param <P> its class
 */
interface Shrinkable<P> {
    /** Returns the numbers of the parts, in order. */
    List<Integer> numbers();

    /** Returns the program without all other parts, and without those that need them. */
    P keeping(Set<Integer> numbers);
}
