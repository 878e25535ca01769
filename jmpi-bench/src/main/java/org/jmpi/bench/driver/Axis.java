package org.jmpi.bench.driver;

import java.math.BigDecimal;
import java.util.DoubleSummaryStatistics;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/**
 * An axis of a {@link Chart}.
 *
 * @param title what it shows, with the unit
 */
record Axis(String title, Scale scale) {
    private static final long KIBI = 1024;

    /** How values become places. */
    enum Scale {
        /** From 0 on, all steps equal. */
        LINEAR,
        /** Whole numbers that count something. */
        COUNT,
        /** Logarithmic, with labels at powers of two: sizes in bytes. */
        BINARY,
        /** Logarithmic, with labels at powers of ten, of which there are at least two. */
        DECADES
    }

    /** Returns the function from values to places on an axis that knows no powers of two. */
    DoubleUnaryOperator place() {
        return scale == Scale.BINARY ? value -> Math.log(value) / Math.log(2) : DoubleUnaryOperator.identity();
    }

    /** Says whether a value has a place on the axis: a logarithmic one knows neither 0 nor less. */
    boolean shows(double value) {
        return value > 0 || scale == Scale.LINEAR || scale == Scale.COUNT;
    }

    double min(DoubleSummaryStatistics values) {
        return switch (scale) {
            case LINEAR -> 0;
            case DECADES -> Math.pow(10, Math.floor(Math.log10(values.getMin())));
            case COUNT, BINARY -> Math.floor(place().applyAsDouble(values.getMin()));
        };
    }

    double max(DoubleSummaryStatistics values) {
        return switch (scale) {
            case LINEAR -> 1.05 * values.getMax();
            case DECADES -> Math.max(10 * min(values), Math.pow(10, Math.ceil(Math.log10(values.getMax()))));
            case COUNT, BINARY -> Math.max(min(values) + 1, Math.ceil(place().applyAsDouble(values.getMax())));
        };
    }

    /** Returns the label at a place. */
    String label(double place) {
        return switch (scale) {
            case BINARY -> power(place);
            case COUNT -> place == Math.rint(place) ? Long.toString((long) place) : "";
            case LINEAR, DECADES -> plain(place);
        };
    }

    /** Returns a power of two, as in "512" or "64 Ki". */
    private static String power(double exponent) {
        if (exponent != Math.rint(exponent)) return "";
        long value = 1L << (int) exponent;
        if (value < KIBI) return Long.toString(value);
        return value < KIBI * KIBI ? value / KIBI + " Ki" : value / KIBI / KIBI + " Mi";
    }

    private static String plain(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,d", (long) value)
                : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
