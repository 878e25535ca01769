/** Programs about grids, graphs and neighbourhood collectives. */
package org.jmpi.ibm.beyond.topo;
