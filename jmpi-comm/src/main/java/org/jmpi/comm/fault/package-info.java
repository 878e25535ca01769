/** How the ranks that are left go on after failures: they agree, revoke and shrink (User-Level Failure Mitigation). */
package org.jmpi.comm.fault;
