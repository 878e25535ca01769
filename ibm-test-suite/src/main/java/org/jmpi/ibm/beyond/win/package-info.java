/** Programs about windows. */
package org.jmpi.ibm.beyond.win;
