/** What a layer outside this module sees of the engine: frames to peers, and receivers of them. */
package org.jmpi.comm.frame;
