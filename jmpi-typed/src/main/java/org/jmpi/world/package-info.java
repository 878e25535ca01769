/** The world of a thread: the one of its JVM, or of the ranks as threads that the thread belongs to. */
package org.jmpi.world;
