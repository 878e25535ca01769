/** The interfaces of a layer outside this module: frames to peers, and receivers of frames. */
package org.jmpi.comm.frame;
