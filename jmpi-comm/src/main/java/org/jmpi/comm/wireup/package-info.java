/** The interface of process managers, by which ranks find each other. */
package org.jmpi.comm.wireup;
