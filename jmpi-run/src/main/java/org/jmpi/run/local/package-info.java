/** Starts, feeds and ends the processes of this host. */
package org.jmpi.run.local;
