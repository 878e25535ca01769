/** The operators of reductions, and the loops that combine two operands. */
package org.jmpi.comm.op;
