/** Communicators, groups and topologies: the calls of MPI without the names of a language binding. */
package org.jmpi.comm.communicator;
