/** Programs whose accesses to windows {@code jmpirun --check} finds wrong. */
package org.jmpi.ibm.check.windows;
