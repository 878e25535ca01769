/** Processes of other worlds: ports, spawned worlds, and the bridges to them. */
package org.jmpi.comm.dynamic;
