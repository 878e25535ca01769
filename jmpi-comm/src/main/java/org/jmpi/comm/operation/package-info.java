/** Operations under way, and the wait for their completion. */
package org.jmpi.comm.operation;
