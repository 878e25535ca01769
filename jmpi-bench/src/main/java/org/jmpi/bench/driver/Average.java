package org.jmpi.bench.driver;

import java.util.List;
import java.util.Locale;

/** How several measurements of one thing become one value. */
enum Average {
    /** Which a single disturbance does not move. */
    MEDIAN {
        @Override
        double of(List<Double> values) {
            List<Double> sorted = values.stream().sorted().toList();
            int half = sorted.size() / 2;
            return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
        }
    },
    /** Which papers took. */
    MEAN {
        @Override
        double of(List<Double> values) {
            return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
        }
    };

    /** Returns the average of at least one value. */
    abstract double of(List<Double> values);

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
