/** The engine that moves frames: protocols, the inbox, the progress leader, and the failures of peers. */
package org.jmpi.comm.progress;
