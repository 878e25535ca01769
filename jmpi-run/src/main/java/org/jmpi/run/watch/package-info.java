/** Running jobs of this user on this host: where they are found, how one is asked, and how it is shown. */
package org.jmpi.run.watch;
