/** The hosts of a job, and the host of each rank. */
package org.jmpi.run.hosts;
