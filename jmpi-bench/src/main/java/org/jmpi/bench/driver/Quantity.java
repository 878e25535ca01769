package org.jmpi.bench.driver;

/** What a chart or a table shows of what was measured. */
enum Quantity {
    MICROS("time in µs, lower is better", Axis.Scale.DECADES) {
        @Override
        double of(double micros, long bytes) {
            return micros;
        }
    },
    MILLIS("time in ms, lower is better", Axis.Scale.LINEAR) {
        @Override
        double of(double micros, long bytes) {
            return micros / 1e3;
        }

        @Override
        String unit() {
            return "ms";
        }
    },
    SECONDS("time in s, lower is better", Axis.Scale.DECADES) {
        @Override
        double of(double micros, long bytes) {
            return micros / 1e6;
        }

        @Override
        String unit() {
            return "s";
        }
    },
    /** Of a message and its answer. */
    MEGABITS("throughput in Mbit/s (10^6 bits per second), higher is better", Axis.Scale.DECADES) {
        @Override
        double of(double micros, long bytes) {
            return 2 * 8 * bytes / micros;
        }
    },
    /** What no clock measures. */
    BYTES("bytes per message, lower is better", Axis.Scale.LINEAR) {
        @Override
        double of(double counted, long bytes) {
            return counted;
        }

        @Override
        String unit() {
            return "B";
        }
    },
    RATE("messages per second, higher is better", Axis.Scale.DECADES) {
        @Override
        double of(double micros, long bytes) {
            return 1e6 / micros;
        }
    },
    THROUGHPUT("throughput in MB/s (10^6 bytes per second), higher is better", Axis.Scale.DECADES) {
        @Override
        double of(double micros, long bytes) {
            return bytes / micros;
        }
    };

    private final Axis axis;

    Quantity(String title, Axis.Scale scale) {
        axis = new Axis(title, scale);
    }

    Axis axis() {
        return axis;
    }

    /** Returns the unit of {@link #of}. */
    String unit() {
        return "us";
    }

    abstract double of(double micros, long bytes);
}
