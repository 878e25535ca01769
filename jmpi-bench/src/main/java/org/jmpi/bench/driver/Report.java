package org.jmpi.bench.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jmpi.bench.driver.Figures.Figure;

/** The files that a comparison leaves: {@code results.csv}, {@code results.json}, {@code README.md} and charts. */
final class Report {
    private Report() {}

    /** Writes the files. If no charts can be drawn, it says so on standard error and leaves them out. */
    static void write(Results results, Path folder) throws IOException {
        Summary summary = new Summary(results);
        CsvFile.write(results, folder.resolve("results.csv"));
        Files.writeString(folder.resolve("results.json"), JsonFile.of(results, summary));
        List<Figure> figures = figures(results, summary, folder);
        Files.writeString(folder.resolve("README.md"), Page.of(results, summary, figures));
    }

    private static List<Figure> figures(Results results, Summary summary, Path folder) throws IOException {
        String obstacle = Chart.obstacle();
        if (!obstacle.isEmpty()) {
            System.err.println("jmpirun bench: no charts: " + obstacle);
            return List.of();
        }
        List<Figure> figures = Figures.of(results, summary);
        Figures.write(figures, folder);
        return figures;
    }
}
