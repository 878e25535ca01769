/** The steps of a collective operation on one rank, and their execution. */
package org.jmpi.comm.schedule;
