/** Ranks as threads of one JVM. */
package org.jmpi.run.threads;
