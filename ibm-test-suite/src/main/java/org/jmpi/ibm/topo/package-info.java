/** The IBM suite's programs about grids and graphs. */
package org.jmpi.ibm.topo;
