package org.jmpi.bench.driver;

import java.util.List;

/**
 * One of the lines that a {@link Chart} compares.
 *
 * @param name for the legend
 * @param style number of its colour and marker, so that it has the same in all charts
 * @param dashed whether it is a peer's
 * @param x where its points are, in the unit of the axis
 * @param y their values
 */
record Line(String name, int style, boolean dashed, List<Double> x, List<Double> y) {}
