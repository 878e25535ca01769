/** Pairing of receives and arrivals: pure data, no lock, no thread, no I/O. */
package org.jmpi.comm.match;
