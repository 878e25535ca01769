/** The plan of a job: its programs, processes and ranks. */
package org.jmpi.run.plan;
