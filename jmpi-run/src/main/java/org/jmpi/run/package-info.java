/** The main class of the launcher {@code jmpirun}. Its packages stand on each other in one order. */
package org.jmpi.run;
