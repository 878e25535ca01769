/** What happens in a rank, as an observer sees it: the one interface between the engine and whatever looks at it. */
package org.jmpi.comm.events;
