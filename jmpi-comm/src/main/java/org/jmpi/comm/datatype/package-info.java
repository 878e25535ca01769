/** Layouts of datatypes, segments of arrays, and the packing of their elements and objects into bytes. */
package org.jmpi.comm.datatype;
