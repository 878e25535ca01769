package org.jmpi.bench;

/**
 * Colours for escape times: a closed cycle of colour stops, mixed evenly in between. Points of the set itself are
 * black.
 */
public enum Palette {
    /** Night blue, sea, foam, sand and amber. */
    OCEAN(0x00072e, 0x0b3c8c, 0x2f86c9, 0xd5f0f7, 0xfff6dc, 0xf6b545, 0xa5480c, 0x2a0a1e),
    /** Black, violet, red, orange and pale yellow. */
    EMBER(0x08030f, 0x3b0f52, 0x8c2160, 0xd8453f, 0xf98b1d, 0xfde08a, 0xfffbe6, 0x7a2b3a),
    /** Deep green, fern, lime and mist. */
    MOSS(0x03140f, 0x0c3b2b, 0x2c7a4b, 0x8fc45a, 0xf2f5c1, 0xdfe9ef, 0x6f8f9b, 0x1c3342),
    /** Shades of grey. */
    GREY(0x101010, 0x404040, 0x808080, 0xc0c0c0, 0xffffff, 0xa0a0a0, 0x505050, 0x202020);

    private static final int BLACK = 0;
    private static final int STEPS = 2048;

    /** Points farther out than this, in iterations, have the first colour: around the whole set nothing is. */
    private static final double FIRST_TIME = 3;

    /** Colour cycles per factor e in time: makes the wide outer bands and the fine inner ones look alike. */
    private static final double CYCLES_PER_LOG = 0.3;

    private final int[] colours = new int[STEPS];

    Palette(int... stops) {
        for (int i = 0; i < STEPS; i++) {
            double position = (double) i * stops.length / STEPS;
            int stop = (int) position;
            colours[i] = mix(stops[stop], stops[(stop + 1) % stops.length], position - stop);
        }
    }

    /**
     * Returns the colour of a point outside the set, as 0xRRGGBB.
     *
     * @param time escape time, not negative, in iterations
     * @param light from 0 (black) to 1 (the full colour)
     */
    int colour(double time, double light) {
        double cycles = Math.log(Math.max(1, time / FIRST_TIME)) * CYCLES_PER_LOG;
        return mix(BLACK, colours[(int) (cycles % 1 * STEPS)], light);
    }

    private static int mix(int from, int to, double share) {
        int colour = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            int a = from >> shift & 0xff;
            int b = to >> shift & 0xff;
            colour |= (int) Math.round(a + (b - a) * share) << shift;
        }
        return colour;
    }
}
