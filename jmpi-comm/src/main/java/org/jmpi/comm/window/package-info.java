/** Windows: memory of ranks that other ranks access (MPI-4.1 chapter 12). */
package org.jmpi.comm.window;
