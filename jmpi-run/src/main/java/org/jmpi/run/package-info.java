/** The launcher {@code jmpirun}: its command line, the plan of a job, and the processes that run it. */
package org.jmpi.run;
