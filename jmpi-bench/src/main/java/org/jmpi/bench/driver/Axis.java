package org.jmpi.bench.driver;

import java.math.BigDecimal;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;

/**
 * An axis of a {@link Chart}.
 *
 * @param title what it shows, with the unit
 * @param names what stands at 0, 1, 2 and so on, with {@link Scale#NAMES}
 */
record Axis(String title, Scale scale, List<String> names) {
    private static final long KIBI = 1024;

    /** Makes an axis of numbers. */
    Axis(String title, Scale scale) {
        this(title, scale, List.of());
    }

    /** Returns an axis of names, which stand at 0, 1, 2 and so on. */
    static Axis of(String title, List<String> names) {
        return new Axis(title, Scale.NAMES, names);
    }

    /** How values become places. */
    enum Scale {
        /** From 0 on, all steps equal. */
        LINEAR,
        /** Logarithmic, of which at least a decade shows. */
        DECADES,
        /** Whole numbers that count something, side by side. */
        COUNT,
        /** Sizes in bytes, side by side. */
        SIZES,
        /** Names, side by side. */
        NAMES
    }

    /** Says whether values stand side by side, whatever lies between them. */
    boolean hasCategories() {
        return scale == Scale.COUNT || scale == Scale.SIZES || scale == Scale.NAMES;
    }

    /** Says whether a value has a place on the axis: a logarithmic one knows neither 0 nor less. */
    boolean shows(double value) {
        return value > 0 || scale != Scale.DECADES;
    }

    /** Returns the lower end of a scale with numbers. */
    double min(DoubleSummaryStatistics values) {
        return scale == Scale.LINEAR ? 0 : below(values.getMin());
    }

    /** Returns the upper end of a scale with numbers. */
    double max(DoubleSummaryStatistics values) {
        return scale == Scale.LINEAR
                ? 1.05 * values.getMax()
                : Math.max(10 * min(values), 1 / below(1 / values.getMax()));
    }

    /** Returns the label of a value. */
    String label(double value) {
        return switch (scale) {
            case SIZES -> size((long) value);
            case NAMES -> names.get((int) value);
            case COUNT -> Long.toString((long) value);
            case LINEAR, DECADES -> plain(value);
        };
    }

    /** Returns the largest of 1, 2 and 5 times a power of ten that is not above a value. */
    private static double below(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        return value >= 5 * power ? 5 * power : value >= 2 * power ? 2 * power : power;
    }

    /** Returns a size, as in "512", "1000" or "64 Ki". */
    private static String size(long bytes) {
        if (bytes < KIBI || bytes % KIBI != 0) return Long.toString(bytes);
        return bytes % (KIBI * KIBI) == 0 ? bytes / KIBI / KIBI + " Mi" : bytes / KIBI + " Ki";
    }

    private static String plain(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,d", (long) value)
                : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
