/** The interface of transports, and the parts that they share: rings, sockets, the transport within a JVM. */
package org.jmpi.comm.transport;
