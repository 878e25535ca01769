/**
 * Typed calls for new programs, and ranks as threads of one JVM, for tests and notebooks.
 *
 * <p>{@link org.jmpi.Jmpi#world} returns the {@link org.jmpi.World} of all ranks, a {@link org.jmpi.Communicator} that
 * sends, receives and combines values. It has the same core as the communicators of package {@code mpi}.
 *
 * <p>{@link org.jmpi.Jmpi#run} runs ranks as threads:
 *
 * <pre>
 *  JUnit test, main, notebook
 *   |  Jmpi.run(4, body)
 *   +---- rank 0: body ----+
 *   +---- rank 1: body ----+    messages pass within the JVM
 *   +---- rank 2: body ----+
 *   +---- rank 3: body ----+
 *                          |
 *       returns, or throws the exception of the rank that failed first,
 *       or a RunStoppedException after the time limit
 * </pre>
 */
package org.jmpi;
