/** The transport by remote calls of Java RMI. */
package org.jmpi.transport.rmi;
