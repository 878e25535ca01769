/** The programs that compare messages with other systems, by package jpvm. */
package org.jmpi.bench.pvm;
