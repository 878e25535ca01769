/** Wrong programs whose collective calls differ between ranks: {@code jmpirun --check} finds them. */
package org.jmpi.ibm.check.collectives;
