/** How the JVM of a rank is set. */
package org.jmpi.run.jvm;
