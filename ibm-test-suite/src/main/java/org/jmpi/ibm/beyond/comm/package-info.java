/** Programs about communicators and intercommunicators. */
package org.jmpi.ibm.beyond.comm;
