/** The observers of a rank: recordings, counters and logs. */
package org.jmpi.comm.observe;
