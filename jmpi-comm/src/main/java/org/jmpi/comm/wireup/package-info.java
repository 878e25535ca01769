/** How ranks learn the addresses of each other, through jmpirun or another process manager. */
package org.jmpi.comm.wireup;
