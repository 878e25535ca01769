/** Lazy release consistency of one rank, without a transport: questions in and out. */
package org.jmpi.dsm.protocol;
