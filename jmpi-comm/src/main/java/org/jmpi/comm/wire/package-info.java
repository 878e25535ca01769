/** The format of frames: the header and the kinds. */
package org.jmpi.comm.wire;
