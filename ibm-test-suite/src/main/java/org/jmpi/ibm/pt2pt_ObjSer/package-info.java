/** The IBM suite's programs about messages of objects. */
package org.jmpi.ibm.pt2pt_ObjSer;
