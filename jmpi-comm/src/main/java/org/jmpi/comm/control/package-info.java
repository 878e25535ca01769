/** The messages of a process and its launcher, and both ends of their connection. */
package org.jmpi.comm.control;
