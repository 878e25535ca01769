/** The transport by TCP connections, on Netty. */
package org.jmpi.transport.socket;
