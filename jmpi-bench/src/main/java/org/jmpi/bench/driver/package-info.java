/**
 * {@code jmpirun bench} and {@code jmpirun figures}: run the measuring programs with each transport and with other
 * libraries, alternately, and report on them.
 *
 * <pre>
 *   Study -- Part -- Trial ---> Runner ---> Run ---> Results ---> Report, PaperReport (Chart, Markdown)
 *                          |
 *                          v
 *   Library: a transport, a library in C, MPJ Express, remote calls
 * </pre>
 */
package org.jmpi.bench.driver;
