/** The commands that start no job of the user: {@code ps}, {@code stop}, {@code completion} and others. */
package org.jmpi.run.command;
