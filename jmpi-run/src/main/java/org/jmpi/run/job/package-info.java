/** Jobs that a Java program starts: {@link org.jmpi.run.job.JobBuilder}. */
package org.jmpi.run.job;
