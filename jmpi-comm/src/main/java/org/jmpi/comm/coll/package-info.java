/** The collective operations: one class each, with its algorithms and their costs. */
package org.jmpi.comm.coll;
