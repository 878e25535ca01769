/** The IBM suite's programs about messages between two ranks. */
package org.jmpi.ibm.pt2pt;
