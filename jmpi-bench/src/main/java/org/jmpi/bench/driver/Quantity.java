package org.jmpi.bench.driver;

/** What a chart or a table shows of the times. */
enum Quantity {
    MICROS("time in µs", Axis.Scale.DECADES) {
        @Override
        double of(double micros, long bytes) {
            return micros;
        }
    },
    MILLIS("time in ms", Axis.Scale.LINEAR) {
        @Override
        double of(double micros, long bytes) {
            return micros / 1e3;
        }
    },
    RATE("messages per second", Axis.Scale.DECADES) {
        @Override
        double of(double micros, long bytes) {
            return 1e6 / micros;
        }
    },
    THROUGHPUT("throughput in MB/s (10^6 bytes per second)", Axis.Scale.DECADES) {
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

    abstract double of(double micros, long bytes);
}
