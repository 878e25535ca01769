/** Programs about messages between two ranks: limits, order, fairness, cancellation. */
package org.jmpi.ibm.beyond.pt2pt;
