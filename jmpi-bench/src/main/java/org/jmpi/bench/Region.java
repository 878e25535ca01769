package org.jmpi.bench;

/**
 * A rectangle of the complex plane, from the corner with the smaller to the corner with the larger coordinates.
 *
 * @param x0 smallest real part
 * @param y0 smallest imaginary part
 * @param x1 largest real part
 * @param y1 largest imaginary part
 */
public record Region(double x0, double y0, double x1, double y1) {
    /** The whole Mandelbrot set in a square of edge 2.5, as text. */
    public static final String WHOLE_SET = "-2,-1.25,0.5,1.25";

    /** Checks that all coordinates are finite and in order. */
    public Region {
        if (!(Double.isFinite(x1 - x0) && Double.isFinite(y1 - y0) && x0 < x1 && y0 < y1)) {
            throw new IllegalArgumentException("not a region: " + x0 + "," + y0 + "," + x1 + "," + y1);
        }
    }

    /**
     * Reads {@code x0,y0,x1,y1}.
     *
     * @throws IllegalArgumentException if these are not four numbers, or not in order
     */
    public static Region parse(String text) {
        String[] parts = text.split(",", -1);
        if (parts.length != 4) throw new IllegalArgumentException("not four numbers: " + text);
        double[] corner = new double[4];
        for (int i = 0; i < 4; i++) corner[i] = Double.parseDouble(parts[i]);
        return new Region(corner[0], corner[1], corner[2], corner[3]);
    }
}
