/** Wrong programs that never end: jmpirun names the ranks that wait for each other. */
package org.jmpi.ibm.check.deadlocks;
