package org.jmpi.bench;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/**
 * Paints the iterations of a {@link Grid} and writes them as PNG.
 *
 * <p>Whole iteration counts alone would show as bands. So for the points outside the set, which are cheap, the painter
 * adds the {@linkplain Orbit#smooth fraction}; the counts that the ranks have computed decide what is inside.
 */
public final class Picture {
    private static final String HEADLESS = "java.awt.headless";

    private final Grid grid;
    private final int limit;
    private final int[] image;

    /**
     * Takes what was computed.
     *
     * @param image iterations of all points, row by row
     */
    Picture(Grid grid, int limit, int[] image) {
        this.grid = grid;
        this.limit = limit;
        this.image = image;
    }

    /** Computes the iterations of all points, up to a limit. */
    public static Picture of(Grid grid, int limit) {
        int[] image = new int[grid.points()];
        Orbit.compute(grid, new Grid.Tile(0, 0, grid.size(), grid.size()), limit, image, 0);
        return new Picture(grid, limit, image);
    }

    /** Returns the colours of all points as 0xRRGGBB, row by row. */
    int[] paint(Palette palette) {
        int[] colours = new int[image.length];
        IntStream.range(0, grid.size()).parallel().forEach(row -> paintRow(palette, row, colours));
        return colours;
    }

    private void paintRow(Palette palette, int row, int[] colours) {
        double y = grid.y(row);
        for (int column = 0; column < grid.size(); column++) {
            int at = row * grid.size() + column;
            if (image[at] < limit) colours[at] = colour(palette, Orbit.escape(grid.x(column), y));
        }
    }

    /** Darkens what is closer to the set than half a point, so that its threads look thin rather than frayed. */
    private int colour(Palette palette, Orbit.Escape escape) {
        double points = escape.distance() / (grid.x(1) - grid.x(0));
        return palette.colour(escape.time(), Math.min(1, Math.sqrt(2 * points)));
    }

    /** Writes the picture; AWT starts only here, and without a display. */
    public void write(Palette palette, Path file) throws IOException {
        if (System.getProperty(HEADLESS) == null) System.setProperty(HEADLESS, "true");
        ImageIO.setUseCache(false);
        BufferedImage picture = new BufferedImage(grid.size(), grid.size(), BufferedImage.TYPE_INT_RGB);
        picture.setRGB(0, 0, grid.size(), grid.size(), paint(palette), 0, grid.size());
        if (!ImageIO.write(picture, "png", file.toFile())) throw new IOException("this JDK cannot write PNG: " + file);
    }
}
