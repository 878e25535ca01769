/**
 * Published values and today's ones, as values of the papers' own tables and figures.
 *
 * <pre>
 *   resources: Paper, Figure, Finding, published Values --+
 *   Recording: results of programs -- Conversion ---------+--> Values of a figure, side by side
 * </pre>
 */
package org.jmpi.bench.paper;
