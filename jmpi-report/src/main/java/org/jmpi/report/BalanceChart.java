package org.jmpi.report;

import java.util.List;
import java.util.Locale;

/** The load balance as a picture: a bar for each rank, of what it has spent its time on. */
final class BalanceChart {
    private static final double WIDTH = 1440;
    private static final double HEIGHT = 180;
    private static final double LABELS = 20;
    private static final double AXIS = 60;
    private static final double TOP = 8;
    private static final double MOST_WIDTH = 120;
    private static final int MOST_LABELS = 32;

    private final List<Balance> ranks;
    private final Html picture = new Html();
    private final double most;

    BalanceChart(Report report) {
        ranks = Balance.of(report.trace());
        most = Math.max(1, ranks.stream().mapToLong(Balance::whole).max().orElse(1));
    }

    String svg() {
        picture.raw(String.format(
                Locale.ROOT,
                "<svg class=\"balance\" viewBox=\"0 %.0f %.0f %.0f\" role=\"img\" "
                        + "aria-label=\"Load balance: time by rank\">%n",
                -TOP,
                WIDTH,
                HEIGHT + LABELS + TOP));
        double step = Math.min(MOST_WIDTH, (WIDTH - AXIS) / Math.max(1, ranks.size()));
        axis(AXIS + step * ranks.size());
        for (Balance rank : ranks) bar(rank, AXIS + rank.rank() * step, step);
        return picture.raw("</svg>\n").toString();
    }

    private void axis(double end) {
        long step = tick();
        for (long time = 0; time <= most; time += step) {
            double y = HEIGHT - time / most * HEIGHT;
            picture.raw(String.format(
                    Locale.ROOT,
                    "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>"
                            + "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\">%s</text>%n",
                    AXIS,
                    y,
                    end,
                    y,
                    AXIS - 6,
                    y + 3,
                    time == 0 ? "0" : Html.escape(Units.time(time))));
        }
        picture.raw(String.format(
                Locale.ROOT, "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\">rank</text>%n", AXIS - 6, HEIGHT + 14));
    }

    /** Returns the least of 1, 2 and 5 times a power of ten of which at most four fit on the axis. */
    private long tick() {
        long power = 1;
        while (power * 40 <= most) power *= 10;
        for (int factor : new int[] {1, 2, 5}) if (power * factor * 4 >= most) return power * factor;
        return power * 10;
    }

    private void bar(Balance rank, double x, double step) {
        double width = step > 3 ? step - 1 : step * 0.9;
        picture.raw("<g>").element("title", text(rank));
        double y = HEIGHT;
        y = part("computing", rank.computing(), x, y, width);
        y = part("gc", rank.gc(), x, y, width);
        y = part("mpi", rank.mpi(), x, y, width);
        part("lost", rank.lost(), x, y, width);
        int every = (ranks.size() + MOST_LABELS - 1) / MOST_LABELS;
        if (rank.rank() % every == 0)
            picture.raw(String.format(
                    Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\">%d</text>", x + width / 2, HEIGHT + 14, rank.rank()));
        picture.raw("</g>\n");
    }

    private double part(String type, long nanos, double x, double y, double width) {
        double height = nanos / most * HEIGHT;
        if (height >= 0.05)
            picture.raw(String.format(
                    Locale.ROOT,
                    "<rect class=\"%s\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>",
                    type,
                    x,
                    y - height,
                    width,
                    height));
        return y - height;
    }

    private static String text(Balance rank) {
        if (rank.whole() == 0) return "rank " + rank.rank() + ": no recording";
        return "rank " + rank.rank() + ": computes " + Units.time(rank.computing()) + ", loses "
                + Units.time(rank.lost()) + " in MPI, is in MPI for another " + Units.time(rank.mpi())
                + ", and is stopped by the garbage collector for " + Units.time(rank.gc());
    }
}
