/** The transport between processes of one host: rings in mapped files. */
package org.jmpi.transport.shm;
