/** Which hosts there are, and which rank runs where. */
package org.jmpi.run.hosts;
