/** What a rank runs, as a command line. */
package org.jmpi.run.program;
