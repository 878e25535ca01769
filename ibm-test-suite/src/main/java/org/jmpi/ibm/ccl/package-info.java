/** The IBM suite's programs about collective operations. */
package org.jmpi.ibm.ccl;
