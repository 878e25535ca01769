/** What is to be started. */
package org.jmpi.run.plan;
