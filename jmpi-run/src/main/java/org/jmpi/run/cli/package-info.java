/** The command line: jmpirun's options, and a class for each foreign launcher whose options it takes. */
package org.jmpi.run.cli;
