/** Turns options into a plan. */
package org.jmpi.run.planner;
