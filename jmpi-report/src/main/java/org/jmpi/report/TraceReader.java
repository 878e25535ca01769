package org.jmpi.report;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** Reads a folder of recordings, as {@code jmpirun --record} leaves it, or a single recording. */
final class TraceReader {
    private static final String JOB = "job.properties";
    private static final String SUFFIX = ".jfr";
    private static final String REPOSITORY = ".repository";

    private final Path folder;
    private final Trace.Builder trace = new Trace.Builder();
    private final Map<String, Recording> recordings = new HashMap<>();
    private long events;

    private TraceReader(Path folder) {
        this.folder = folder;
    }

    /**
     * Reads all recordings.
     *
     * @param path a folder, or a recording
     * @throws IOException with a message for people if there is none that has events of JMPI
     */
    static Trace read(Path path) throws IOException {
        return new TraceReader(path).read();
    }

    private Trace read() throws IOException {
        List<Path> files = files();
        readJob();
        for (Path file : files) readNamed(file);
        Trace result = trace.build();
        if (events > 0) return result;
        String why = String.join(" ", result.notes());
        throw new IOException(folder + ": no events of JMPI in " + Units.count(files.size(), "recording")
                + ": record the program by jmpirun --record" + (why.isEmpty() ? "" : ". " + why));
    }

    private List<Path> files() throws IOException {
        if (!Files.exists(folder)) throw new IOException(folder + ": no such folder or recording");
        if (!Files.isDirectory(folder)) return List.of(folder);
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> files = all.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .filter(Files::isRegularFile)
                    .filter(file -> !isReplaced(file))
                    .sorted()
                    .toList();
            if (files.isEmpty())
                throw new IOException(
                        folder + ": no recordings (rank-N" + SUFFIX + "): make them by jmpirun --record " + folder);
            return files;
        }
    }

    /** Returns whether a process has not yet written its recording, whose data lie in its repository. */
    private static boolean isReplaced(Path file) {
        String name = file.getFileName().toString();
        Path repository = file.resolveSibling(name.substring(0, name.length() - SUFFIX.length()) + REPOSITORY);
        return file.toFile().length() == 0 && Files.isDirectory(repository);
    }

    private void readJob() throws IOException {
        Path file = folder.resolve(JOB);
        if (!Files.isRegularFile(file)) return;
        Properties properties = new Properties();
        try (Reader reader = new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IllegalArgumentException e) {
            trace.note(file + " cannot be read: " + sentence(e));
        }
        Map<String, String> job = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> job.put(name, properties.getProperty(name)));
        trace.job(job);
        String ranks = job.getOrDefault(JobProperties.RANKS, "");
        if (ranks.matches("\\d{1,6}")) trace.size(Integer.parseInt(ranks));
    }

    private void readNamed(Path file) throws IOException {
        String name =
                file.equals(folder) ? file.toString() : folder.relativize(file).toString();
        try {
            if (ChunkRepair.isWhole(file)) {
                read(file, process(file, name));
                return;
            }
        } catch (IOException | RuntimeException e) {
            trace.note("The recording " + name + " cannot be read: " + sentence(e));
            return;
        }
        readBroken(file, name);
    }

    private void readBroken(Path file, String name) throws IOException {
        // Never a chunk of a repository, which its process may be writing.
        boolean completed = !isChunk(file) && ChunkRepair.complete(file);
        Optional<Path> copy = completed ? Optional.of(file) : ChunkRepair.repair(file);
        if (copy.isEmpty()) {
            trace.note("The recording " + name + " is cut short before anything of it can be read.");
            return;
        }
        trace.note("The recording " + name + " is cut short: the report has what can be read of it.");
        try {
            read(copy.get(), process(file, name));
        } catch (IOException | RuntimeException e) {
            trace.note("The recording " + name + " is damaged: " + sentence(e));
        } finally {
            if (!completed) Files.delete(copy.get());
        }
    }

    private static String sentence(Exception e) {
        return String.valueOf(e.getMessage()).replaceFirst("\\.$", "") + ".";
    }

    private void read(Path file, String process) throws IOException {
        Recording recording = recordings.computeIfAbsent(process, trace::recording);
        RecordingReader reader = new RecordingReader(trace, recording);
        try {
            reader.read(file);
        } finally {
            events += reader.events();
            reader.namePauses();
        }
    }

    /** Returns a name for the process of a file. */
    private String process(Path file, String name) {
        return isChunk(file) ? folder.relativize(file.getParent()).toString() : name;
    }

    /** Returns whether a file is a chunk of a repository, which is a folder. A JVM that is killed leaves it. */
    private boolean isChunk(Path file) {
        return !file.equals(folder)
                && !file.getParent().equals(folder)
                && !file.getFileName().toString().startsWith("rank-");
    }
}
