/** The IBM suite's programs about groups. */
package org.jmpi.ibm.group;
