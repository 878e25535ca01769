/** Programs about processes that come and go. */
package org.jmpi.ibm.beyond.spawn;
