/** Collective operations in a segment of memory that the ranks share. */
package org.jmpi.comm.coll.shared;
