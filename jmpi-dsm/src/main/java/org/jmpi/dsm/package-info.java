/** Arrays that ranks share, with lazy release consistency. */
package org.jmpi.dsm;
