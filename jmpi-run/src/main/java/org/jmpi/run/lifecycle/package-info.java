/** A job from its start to its exit code. */
package org.jmpi.run.lifecycle;
