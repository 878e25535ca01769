/** The job's secret, and its proof on each connection. */
package org.jmpi.comm.trust;
