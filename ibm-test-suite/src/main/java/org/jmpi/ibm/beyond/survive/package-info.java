/** Programs that outlive the death of a rank. */
package org.jmpi.ibm.beyond.survive;
