/** Programs about derived datatypes. */
package org.jmpi.ibm.beyond.dtyp;
