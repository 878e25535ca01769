/** The shared code of the programs that go beyond the IBM suite. */
package org.jmpi.ibm.beyond;
