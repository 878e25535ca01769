/**
 * Ranks as threads of one JVM, for tests and notebooks.
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
