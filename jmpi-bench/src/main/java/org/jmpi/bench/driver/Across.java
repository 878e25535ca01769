package org.jmpi.bench.driver;

import java.util.function.ToDoubleFunction;
import org.jmpi.bench.driver.Summary.Place;

/** What a chart goes over, from left to right. */
enum Across {
    SIZES("size in bytes", Axis.Scale.SIZES, Place::bytes),
    BYTES("size in bytes", Axis.Scale.LINEAR, Place::bytes),
    RANKS("ranks", Axis.Scale.COUNT, Place::ranks),
    SLAVES("slaves, beside a master", Axis.Scale.COUNT, place -> place.ranks() - 1),
    WORKERS("workers, beside a master", Axis.Scale.COUNT, place -> place.ranks() - 1);

    private final Axis axis;
    private final ToDoubleFunction<Place> value;

    Across(String title, Axis.Scale scale, ToDoubleFunction<Place> value) {
        axis = new Axis(title, scale);
        this.value = value;
    }

    Axis axis() {
        return axis;
    }

    double of(Place place) {
        return value.applyAsDouble(place);
    }
}
