/** The IBM suite's programs about collective operations on objects. */
package org.jmpi.ibm.ccl_ObjSer;
