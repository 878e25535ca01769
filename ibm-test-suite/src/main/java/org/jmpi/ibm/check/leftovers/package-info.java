/** Wrong programs that leave messages, requests or communicators: {@code jmpirun --check} finds them. */
package org.jmpi.ibm.check.leftovers;
