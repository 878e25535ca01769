/** The IBM suite's programs about datatypes. */
package org.jmpi.ibm.dtyp;
