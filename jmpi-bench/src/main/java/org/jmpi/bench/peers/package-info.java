/** Finds and compiles the programs in C that JMPI is compared with. */
package org.jmpi.bench.peers;
