/** The IBM suite's programs about the environment: Abort, Initialized, names and clocks. */
package org.jmpi.ibm.env;
