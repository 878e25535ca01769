/** A rank from MPI.Init to MPI.Finalize: how it joins its job, and how it ends. */
package org.jmpi.comm.session;
