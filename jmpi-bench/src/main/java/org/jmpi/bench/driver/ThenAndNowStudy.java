package org.jmpi.bench.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jmpi.bench.Options;
import org.jmpi.bench.driver.FigureOptions.Exhibit;
import org.jmpi.bench.paper.Measurement;
import org.jmpi.bench.paper.Paper;
import org.jmpi.bench.paper.Recording;
import org.jmpi.bench.paper.Values;

/**
 * Draws the tables and figures of papers again: what they published beside what was measured before, or else beside
 * what short runs of the programs measure now.
 *
 * <pre>
 * jmpirun figures --paper mrpc
 * jmpirun figures --paper mrpc,dsm --values shm.csv
 * jmpirun figures --paper jmpi,mrpc,dsm --hostfile hosts</pre>
 */
final class ThenAndNowStudy implements Study {
    /** Of one program, in minutes. */
    private static final int LIMIT = 10;

    /** The papers that have programs for ranks of several hosts. */
    private static final Set<Paper> BETWEEN_HOSTS = EnumSet.of(Paper.JMPI, Paper.MRPC, Paper.DSM);

    /** Transports for the applications, the fastest first. */
    private static final List<String> NEAREST = List.of("shm", "socket");

    private final FigureOptions options;
    private final List<Paper> papers;
    private final List<String> files;
    private final Values before;

    /**
     * Takes what to draw.
     *
     * @param files where it was recorded what was measured before
     * @param before those values
     */
    ThenAndNowStudy(FigureOptions options, List<Paper> papers, List<String> files, Values before) {
        this.options = options;
        this.papers = papers;
        this.files = files;
        this.before = before;
    }

    static ThenAndNowStudy of(Options given, FigureOptions options) throws Options.Invalid {
        if (given.has("only")) throw new Options.Invalid("--only: does not go with --paper");
        List<Paper> papers = given.choices("paper", Paper.class);
        if (options.setting() == Setting.HOSTS)
            for (Paper paper : papers)
                if (!BETWEEN_HOSTS.contains(paper))
                    throw new Options.Invalid("--paper " + paper + ": is measured on one host; leave --hostfile out");
        List<String> files = given.has("values") ? List.of(given.words("values")) : List.of();
        Values before = new Values(List.of());
        for (String file : files) before = before.plus(read(file));
        return new ThenAndNowStudy(options, papers, files, before);
    }

    private static Values read(String file) throws Options.Invalid {
        if (!Files.isReadable(Path.of(file))) throw new Options.Invalid("--values " + file + ": cannot read the file");
        try {
            return Recording.read(Path.of(file));
        } catch (IOException e) {
            throw new Options.Invalid("--values " + file + ": " + e.getMessage());
        }
    }

    @Override
    public List<Library> libraries(Installed installed) throws InterruptedException {
        return missing().isEmpty() ? List.of() : new PaperFigures(options).libraries(installed);
    }

    /** Returns the papers of which nothing was measured before. */
    private List<Paper> missing() {
        return papers.stream().filter(paper -> !before.has(paper)).toList();
    }

    @Override
    public List<Part> parts(List<Library> libraries) {
        List<Paper> missing = missing();
        List<Part> parts = new ArrayList<>();
        for (Exhibit exhibit : exhibits(missing)) parts.add(options.part(exhibit, libraries));
        List<Library> ours = libraries.stream()
                .filter(Library::isOurs)
                .filter(Library::passesMessages)
                .toList();
        if (missing.contains(Paper.MRPC) && options.setting() == Setting.ONE_HOST)
            parts.add(part(List.of(calls()), ours));
        List<Experiment> applications = applications(missing);
        if (!applications.isEmpty()) parts.add(part(applications, List.of(nearest(ours))));
        return parts;
    }

    private static TreeSet<Exhibit> exhibits(List<Paper> missing) {
        TreeSet<Exhibit> exhibits = new TreeSet<>();
        for (Paper paper : missing)
            switch (paper) {
                case JMPI -> exhibits.addAll(List.of(Exhibit.PINGPONG, Exhibit.MANDELBROT));
                case RPC -> exhibits.addAll(List.of(Exhibit.PINGPONG, Exhibit.MATRIX));
                case PVM -> exhibits.add(Exhibit.PINGPONG);
                default -> {}
            }
        return exhibits;
    }

    private Part part(List<Experiment> experiments, List<Library> libraries) {
        return new Part(experiments, libraries, options.repetitions(), Duration.ofMinutes(LIMIT));
    }

    private Experiment calls() {
        List<String> words = new ArrayList<>(List.of("--samples", "--quick"));
        if (options.peers()) words.add("--peers");
        return new Experiment(PaperProgram.RPC, 2, words);
    }

    private List<Experiment> applications(List<Paper> missing) {
        List<String> names = new ArrayList<>();
        if (missing.contains(Paper.DSM)) names.addAll(List.of("mergesort", "mandelbrot", "network", "broadcast"));
        if (missing.contains(Paper.MRPC))
            names.addAll(
                    List.of("em3d_base", "em3d_ghost", "em3d_bulk", "water_atomic", "water_prefetch", "fft", "lu"));
        if (names.isEmpty()) return List.of();
        List<String> words = List.of(
                "--csv",
                "--rounds",
                "1",
                "--only",
                String.join(",", names),
                "--size",
                options.quick() ? "small" : "paper");
        return Stream.of(1, 2, 4)
                .map(ranks -> new Experiment(PaperProgram.APPLICATIONS, ranks, words))
                .toList();
    }

    /** Returns the fastest of some transports between processes. */
    private static Library nearest(List<Library> transports) {
        return NEAREST.stream()
                .flatMap(name ->
                        transports.stream().filter(library -> library.name().equals(name)))
                .findFirst()
                .orElse(transports.get(0));
    }

    @Override
    public Map<String, String> notes() {
        Map<String, String> notes = missing().isEmpty() ? new LinkedHashMap<>() : options.notes();
        if (!missing().isEmpty())
            notes.put("applications", "once, " + (options.quick() ? "small problems" : "problems of the papers"));
        if (!files.isEmpty()) notes.put("values from", String.join(", ", files));
        return notes;
    }

    @Override
    public Path folder() {
        return options.report();
    }

    @Override
    public Path page() {
        return folder().resolve(ThenAndNowPage.file(papers.get(0)));
    }

    @Override
    public void report(Results results) throws IOException {
        boolean isDrawnOnly = results.runs().isEmpty();
        boolean betweenHosts = options.setting() == Setting.HOSTS;
        Values today = Recording.of(measured(results), conditions(results), betweenHosts)
                .plus(before)
                .completed();
        // The machine that draws says nothing about recorded values.
        Results shown = isDrawnOnly ? new Results(List.of(), results.command(), notes(), List.of()) : results;
        for (Paper paper : papers) ThenAndNowPage.write(shown, paper, today, folder());
    }

    /** Returns the machine and its state. */
    private static String conditions(Results results) {
        Map<String, String> notes = results.notes();
        String hosts = notes.containsKey("hosts") ? ", " + notes.get("hosts") : "";
        return results.machine() + hosts + ", load " + notes.get("load before").replaceAll(":.*", "") + ", "
                + notes.get("date");
    }

    private static List<Measurement> measured(Results results) {
        return results.runs().stream()
                .flatMap(run -> run.series().stream()
                        .map(series -> new Measurement(
                                run.trial().library().name(),
                                series.op(),
                                series.ranks(),
                                series.bytes(),
                                Average.MEDIAN.of(series.values()))))
                .toList();
    }
}
