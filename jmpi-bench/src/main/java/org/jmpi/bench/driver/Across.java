package org.jmpi.bench.driver;

import java.util.function.ToDoubleFunction;
import org.jmpi.bench.driver.Summary.Point;

/** What a chart goes over, from left to right. */
enum Across {
    SIZES("size in bytes", Axis.Scale.SIZES, Point::bytes),
    BYTES("size in bytes", Axis.Scale.LINEAR, Point::bytes),
    RANKS("ranks", Axis.Scale.COUNT, Point::ranks),
    WORKERS("workers, beside a master", Axis.Scale.COUNT, point -> point.ranks() - 1);

    private final Axis axis;
    private final ToDoubleFunction<Point> value;

    Across(String title, Axis.Scale scale, ToDoubleFunction<Point> value) {
        axis = new Axis(title, scale);
        this.value = value;
    }

    Axis axis() {
        return axis;
    }

    double of(Point point) {
        return value.applyAsDouble(point);
    }
}
