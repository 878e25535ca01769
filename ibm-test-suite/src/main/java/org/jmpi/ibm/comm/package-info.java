/** The IBM suite's programs about communicators. */
package org.jmpi.ibm.comm;
