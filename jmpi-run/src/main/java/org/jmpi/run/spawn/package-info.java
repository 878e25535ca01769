/** A jmpirun for processes that ranks without a launcher spawn. */
package org.jmpi.run.spawn;
