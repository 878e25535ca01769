/** Reports of ranks that wait for each other. */
package org.jmpi.comm.report;
