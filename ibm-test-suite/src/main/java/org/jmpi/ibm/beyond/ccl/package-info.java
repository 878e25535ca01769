/** Programs about collective operations: all forms, types, sizes and numbers of ranks. */
package org.jmpi.ibm.beyond.ccl;
