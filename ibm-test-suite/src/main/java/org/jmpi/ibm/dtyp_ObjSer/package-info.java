/** The IBM suite's programs about datatypes of objects. */
package org.jmpi.ibm.dtyp_ObjSer;
