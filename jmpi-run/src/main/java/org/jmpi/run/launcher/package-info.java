/** The ways to start jmpirun's agents on other hosts. */
package org.jmpi.run.launcher;
