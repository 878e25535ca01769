/** Runs the programs of the test suite as jobs, and reports on them. */
package org.jmpi.ibm;
