/** Programs whose ranks call MPI from several threads. */
package org.jmpi.ibm.beyond.threads;
