/** Compiles a source file. */
package org.jmpi.run.source;
