/** Does the same on another host: agents, and the channels to them. */
package org.jmpi.run.agent;
