/** The error classes of MPI, and the one exception that carries them. */
package org.jmpi.comm.error;
