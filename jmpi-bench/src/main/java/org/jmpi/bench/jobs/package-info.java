/** Starts jobs as processes, and keeps their output, for the tools that measure and test. */
package org.jmpi.bench.jobs;
