/** Wrong programs that use a buffer during an operation: {@code jmpirun --check} finds them. */
package org.jmpi.ibm.check.buffers;
