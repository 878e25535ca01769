package org.jmpi.bench.application;

import static org.jmpi.bench.application.Model.MESSAGES;

import java.util.Locale;

/** All applications, with the sizes of the papers. */
enum Catalogue {
    MERGESORT(new Application<Mergesort, int[]>()
            .small(ranks -> new Mergesort(20_001))
            .paper(ranks -> new Mergesort(5_000_000))
            .paper(ranks -> new Mergesort(10_000_000))
            .by(MESSAGES, MergesortByMessages::new)),
    MANDELBROT(new Application<MandelbrotPicture, int[]>()
            .small(ranks -> new MandelbrotPicture(101, 200))
            .paper(ranks -> new MandelbrotPicture(1000, 1000))
            .paper(ranks -> new MandelbrotPicture(2000, 1000))
            .by(MESSAGES, MandelbrotByMessages::new)),
    BROADCAST(new Application<Broadcast, int[]>()
            .small(ranks -> new Broadcast(1001, 3))
            .paper(ranks -> new Broadcast(16 << 10, 100))
            .paper(ranks -> new Broadcast(1 << 20, 100))
            .by(MESSAGES, BroadcastByMessages::new)),
    LU(new Application<Lu, double[]>()
            .small(ranks -> new Lu(48, 4))
            .paper(ranks -> new Lu(512, 16))
            .by(MESSAGES, LuByMessages::new));

    private final Application<?, ?> application;

    Catalogue(Application<?, ?> application) {
        this.application = application;
    }

    Application<?, ?> application() {
        return application;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
