package org.jmpi.bench.application;

import static org.jmpi.bench.application.Model.HYBRID;
import static org.jmpi.bench.application.Model.MESSAGES;
import static org.jmpi.bench.application.Model.PVM;
import static org.jmpi.bench.application.Model.REMOTE_OBJECTS;

import java.util.Locale;

/** All applications, with the sizes of the papers. */
enum Catalogue {
    MERGESORT(new Application<Mergesort, int[]>()
            .small(ranks -> new Mergesort(20_001))
            .paper(ranks -> new Mergesort(5_000_000))
            .paper(ranks -> new Mergesort(10_000_000))
            .by(MESSAGES, MergesortByMessages::new)
            .by(REMOTE_OBJECTS, MergesortByRemoteObjects::new)
            .by(PVM, MergesortByPvm::new)
            .bySharedArrays(MergesortBySharedArrays::new)),
    MANDELBROT(new Application<MandelbrotPicture, int[]>()
            .small(ranks -> new MandelbrotPicture(101, 200))
            .paper(ranks -> new MandelbrotPicture(1000, 1000))
            .paper(ranks -> new MandelbrotPicture(2000, 1000))
            .by(MESSAGES, MandelbrotByMessages::new)
            .by(PVM, MandelbrotByPvm::new)
            .bySharedArrays(MandelbrotBySharedArrays::new)),
    NETWORK(new Application<Network, double[]>()
            .small(ranks -> new Network(9, 7, 300, 3))
            .paper(ranks -> new Network(9, 40, 44_000, 5))
            .paper(ranks -> new Network(54, 160, 72_000, 1))
            .by(MESSAGES, NetworkByMessages::new)
            .by(PVM, NetworkByPvm::new)
            .bySharedArrays(NetworkBySharedArrays::new)
            .by(HYBRID, NetworkByPvmAndSharedArrays::new)),
    BROADCAST(new Application<Broadcast, int[]>()
            .small(ranks -> new Broadcast(1001, 3))
            .paper(ranks -> new Broadcast(16 << 10, 100))
            .paper(ranks -> new Broadcast(1 << 20, 100))
            .by(MESSAGES, BroadcastByMessages::new)
            .by(PVM, BroadcastByPvm::new)
            .bySharedArrays(BroadcastBySharedArrays::new)),
    EM3D_BASE(em3d(Em3d.Version.BASE)),
    EM3D_GHOST(em3d(Em3d.Version.GHOST)),
    EM3D_BULK(em3d(Em3d.Version.BULK)),
    WATER_ATOMIC(water(Water.Version.ATOMIC)),
    WATER_PREFETCH(water(Water.Version.PREFETCH)),
    FFT(new Application<Fft, double[]>()
            .small(ranks -> new Fft(256))
            .paper(ranks -> new Fft(1 << 20))
            .by(MESSAGES, FftByMessages::new)
            .by(REMOTE_OBJECTS, FftByRemoteObjects::new)),
    LU(new Application<Lu, double[]>()
            .small(ranks -> new Lu(48, 4))
            .paper(ranks -> new Lu(512, 16))
            .by(MESSAGES, LuByMessages::new)
            .by(REMOTE_OBJECTS, LuByRemoteObjects::new)
            .by(PVM, LuByPvm::new)
            .bySharedArrays(LuBySharedArrays::new));

    private final Application<?, ?> application;

    Catalogue(Application<?, ?> application) {
        this.application = application;
    }

    private static Application<Em3d, double[]> em3d(Em3d.Version version) {
        Application<Em3d, double[]> application = new Application<Em3d, double[]>()
                .small(ranks -> new Em3d(Math.max(48, 2 * ranks), 5, 40, ranks, 3))
                .by(MESSAGES, problem -> new Em3dByMessages(problem, version))
                .by(REMOTE_OBJECTS, problem -> new Em3dByRemoteObjects(problem, version));
        for (int percent : new int[] {10, 40, 70, 100})
            application.paper(ranks -> new Em3d(Math.max(800, 2 * ranks), 20, percent, ranks, 100));
        return application;
    }

    private static Application<Water, double[]> water(Water.Version version) {
        return new Application<Water, double[]>()
                .small(ranks -> new Water(27, 3))
                .paper(ranks -> new Water(512, 5))
                .by(MESSAGES, problem -> new WaterByMessages(problem, version))
                .by(REMOTE_OBJECTS, problem -> new WaterByRemoteObjects(problem, version));
    }

    Application<?, ?> application() {
        return application;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
