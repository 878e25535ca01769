/** This process and its system: host, commands, signals, terminal. */
package org.jmpi.run.system;
