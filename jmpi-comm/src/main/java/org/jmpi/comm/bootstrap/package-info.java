/** The start of a process in its job, its connection to the launcher, and its end. */
package org.jmpi.comm.bootstrap;
