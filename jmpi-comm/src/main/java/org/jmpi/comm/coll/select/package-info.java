/** Selects the algorithm of a collective call: rules, restrictions, limits, and why an algorithm is not possible. */
package org.jmpi.comm.coll.select;
