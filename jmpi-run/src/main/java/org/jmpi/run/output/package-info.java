/** Carries input to the ranks and output from them. */
package org.jmpi.run.output;
