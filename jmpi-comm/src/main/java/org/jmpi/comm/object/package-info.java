/**
 * What the objects of MPI have in common: hints, cached attributes, and the reaction to failed calls (MPI-4.1 chapter
 * 10 and sections 7.7 and 9.3).
 */
package org.jmpi.comm.object;
