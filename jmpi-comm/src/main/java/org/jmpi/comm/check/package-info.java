/**
 * What a program may do wrong without a call noticing it: looked for only if the setting {@code jmpi.check} asks for
 * it.
 */
package org.jmpi.comm.check;
