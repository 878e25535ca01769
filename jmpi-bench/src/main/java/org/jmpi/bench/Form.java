package org.jmpi.bench;

import static org.jmpi.bench.Table.number;

/** How measurements are printed. */
enum Form {
    /** For people. */
    TABLE {
        @Override
        String heading() {
            return COLUMNS.heading();
        }

        @Override
        String row(Series series) {
            Sample sample = series.summary();
            return COLUMNS.row(
                    sample.op(),
                    Long.toString(sample.bytes()),
                    number(sample.median(), 3),
                    number(sample.min(), 3),
                    number(sample.max(), 3),
                    number(sample.megabytesPerSecond(), 1),
                    number(sample.perSecond(), 0));
        }
    },
    /** Median, shortest and longest time, for spreadsheets. */
    CSV {
        @Override
        String heading() {
            return Sample.CSV_HEADING;
        }

        @Override
        String row(Series series) {
            return series.summary().csv();
        }
    },
    /** All times, for {@code jmpirun bench}. */
    SAMPLES {
        @Override
        String heading() {
            return "# sample,op,ranks,bytes,us or bytes of each batch";
        }

        @Override
        String row(Series series) {
            return series.line();
        }
    };

    private static final Table COLUMNS = new Table(
            "             op", "     bytes", " median us", "    min us", "    max us", "    MB/s", "per second");

    /** Declares the options by which users choose. */
    static Options declare(Options options) {
        return options.flag("csv", "prints CSV: median, shortest and longest time")
                .flag("samples", "prints the time of each batch")
                .flag("quick", "fewer and shorter batches");
    }

    static Form of(Options options) {
        return options.has("samples") ? SAMPLES : options.has("csv") ? CSV : TABLE;
    }

    abstract String heading();

    abstract String row(Series series);
}
