/** Programs that pass wrong arguments and expect the error class of the standard. */
package org.jmpi.ibm.beyond.errors;
