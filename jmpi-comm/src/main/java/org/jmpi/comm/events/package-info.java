/** The events of a rank: the one interface between the engine and its observers. */
package org.jmpi.comm.events;
