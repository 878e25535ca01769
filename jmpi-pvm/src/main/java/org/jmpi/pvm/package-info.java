/** The tasks of JPVM on JMPI's engine: end points, connections between processes, and what messages hold. */
package org.jmpi.pvm;
