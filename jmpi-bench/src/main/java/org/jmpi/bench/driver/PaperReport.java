package org.jmpi.bench.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jmpi.bench.driver.Summary.Point;

/**
 * The files about the papers' experiments: {@code results.csv}, {@code results.json}, charts, a page about the JMPI
 * paper ({@code README.md}) and one about the comparison with remote calls ({@code rpc.md}).
 */
final class PaperReport {
    private final Path folder;
    private final Setting setting;
    private final Results results;
    private final Summary summary;
    private final Set<String> charts = new HashSet<>();

    private PaperReport(Results results, Setting setting, Path folder) {
        this.folder = folder;
        this.setting = setting;
        this.results = results;
        summary = new Summary(results.runs(), States.together(), Average.MEAN);
    }

    /**
     * Writes the files. If no charts can be drawn, it says so on standard error and leaves them out.
     *
     * @param setting where the ranks ran
     * @param matrix rows of the matrices
     */
    static void write(Results results, Setting setting, int matrix, Path folder) throws IOException {
        new PaperReport(results, setting, folder).write(matrix);
    }

    private void write(int matrix) throws IOException {
        CsvFile.write(results, folder.resolve("results.csv"));
        Files.writeString(folder.resolve("results.json"), JsonFile.of(results, summary));
        String obstacle = Chart.obstacle();
        if (obstacle.isEmpty()) draw(matrix);
        else System.err.println("jmpirun figures: no charts: " + obstacle);
        Files.writeString(folder.resolve("README.md"), new JmpiPaper(results, summary, setting, charts).page());
        // The comparison with remote calls is one of a single host.
        if (setting == Setting.HOSTS) return;
        Files.writeString(folder.resolve("rpc.md"), new RpcPaper(results, summary, charts, matrix).page());
    }

    private void draw(int matrix) throws IOException {
        Plotter messages = new Plotter(results.only(Library::passesMessages), summary);
        Plotter all = new Plotter(results, summary);
        add(
                setting.pingPongChart(),
                messages.draw(
                        setting.pingPong() + ", throughput",
                        Across.SIZES,
                        Quantity.MEGABITS,
                        exchanges(FigureOptions.POWERS)));
        add(
                setting.mandelbrotChart(),
                messages.draw(
                        setting.mandelbrot() + ", 512 x 512 points",
                        Across.WORKERS,
                        Quantity.MILLIS,
                        summary.overRanks(Measured.MANDELBROT, States.State.STEADY)));
        if (setting == Setting.HOSTS) return;
        add(
                RpcPaper.LATENCY,
                all.draw(
                        "Round trip of a message, or call",
                        Across.BYTES,
                        Quantity.MICROS,
                        exchanges(FigureOptions.PACKETS)));
        add(
                RpcPaper.BANDWIDTH,
                all.draw(
                        "Bandwidth of messages to and fro, or calls",
                        Across.BYTES,
                        Quantity.MEGABITS,
                        exchanges(FigureOptions.PACKETS)));
        add(
                RpcPaper.MATRIX,
                all.draw(
                        "Product of matrices of " + matrix + " x " + matrix + ", a row and a column per task",
                        Across.WORKERS,
                        Quantity.SECONDS,
                        summary.overRanks(Measured.MATRIX, States.State.STEADY)));
    }

    private static List<Point> exchanges(List<Long> sizes) {
        return sizes.stream()
                .map(bytes -> new Point(Measured.ROUND_TRIP, 2, bytes, States.State.STEADY))
                .toList();
    }

    private void add(String file, Optional<Chart> chart) throws IOException {
        if (chart.isEmpty()) return;
        chart.get().write(folder.resolve(file));
        charts.add(file);
    }
}
