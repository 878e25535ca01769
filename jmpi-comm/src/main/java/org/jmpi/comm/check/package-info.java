/** Finds mistakes of a program that fail no call, if the setting {@code jmpi.check} is on. */
package org.jmpi.comm.check;
