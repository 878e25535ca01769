/** Ranks as the tasks of a barrier stage of Apache Spark. */
package org.jmpi.spark;
