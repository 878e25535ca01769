/**
 * {@code jmpirun bench}: runs the measuring programs with each transport and with other MPI libraries, by turns, and
 * reports on them.
 *
 * <pre>
 *   Plan --- Trial ---> Runner ---> Run ---> Results ---> CsvFile, JsonFile, Figures (Chart), Page
 *                          |
 *                          v
 *   Library: a transport, a library in C, MPJ Express
 * </pre>
 */
package org.jmpi.bench.driver;
