package org.jmpi.bench.driver;

import java.util.List;

/** The two settings in which the JMPI paper measures PingPong and Mandelbrot. */
enum Setting {
    /** All ranks run on one host: figures 1 and 3 of the paper. */
    ONE_HOST(1, 3, ""),
    /** Ranks run on the hosts of a host file, alternately: figures 2 and 4 of the paper, over Fast Ethernet there. */
    HOSTS(2, 4, " between hosts");

    /** The transports that connect processes of one host only. */
    private static final List<String> WITHIN_A_HOST = List.of("shm", "threads");

    private final int pingPong;
    private final int mandelbrot;
    private final String suffix;

    Setting(int pingPong, int mandelbrot, String suffix) {
        this.pingPong = pingPong;
        this.mandelbrot = mandelbrot;
        this.suffix = suffix;
    }

    /** Returns whether a transport connects all ranks. */
    boolean connects(String transport) {
        return this == ONE_HOST || !WITHIN_A_HOST.contains(transport);
    }

    /** Returns such as {@code Figure 2: PingPong between hosts}. */
    String pingPong() {
        return "Figure " + pingPong + ": PingPong" + suffix;
    }

    /** Returns the file of the chart of PingPong. */
    String pingPongChart() {
        return "figure-" + pingPong + ".png";
    }

    /** Returns such as {@code Figure 4: Mandelbrot between hosts}. */
    String mandelbrot() {
        return "Figure " + mandelbrot + ": Mandelbrot" + suffix;
    }

    /** Returns the file of the chart of Mandelbrot. */
    String mandelbrotChart() {
        return "figure-" + mandelbrot + ".png";
    }
}
