package org.jmpi.run.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jmpi.run.system.BadInputException;

/**
 * The folder of {@code jmpirun --record}: {@code rank-N.jfr} of each process, N being its lowest rank, and
 * {@code job.properties} about the job.
 *
 * @param path absolute
 */
public record RecordingFolder(Path path) {
    /** The variable of the setting jmpi.record. */
    public static final String VARIABLE = "JMPI_RECORD";

    private static final String PROPERTIES = "job.properties";

    /** The files that {@code --record} and {@code --report} make, beside the properties. */
    private static final Pattern MADE = Pattern.compile("rank-\\d+\\.(jfr|repository)|report\\.html");

    /**
     * Returns the folder that the variables of a process name.
     *
     * @return null if they name none that is the same wherever the process starts
     */
    public static RecordingFolder of(Map<String, String> variables) {
        String folder = variables.get(VARIABLE);
        return folder == null || !Path.of(folder).isAbsolute() ? null : new RecordingFolder(Path.of(folder));
    }

    /**
     * Makes the folder of a job, and removes the recordings of an earlier one, and its report.
     *
     * @param option names the folder in the command line
     * @param name as the user gives it
     * @throws BadInputException if that is not possible
     */
    public static RecordingFolder make(String option, String name) {
        Path path = Path.of(name).toAbsolutePath().normalize();
        try {
            Files.createDirectories(path);
            try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
                for (Path file : files)
                    if (MADE.matcher(file.getFileName().toString()).matches()) delete(file);
            }
            Files.deleteIfExists(path.resolve(PROPERTIES));
        } catch (IOException e) {
            throw BadInputException.ofFile(option + " " + name + ": cannot make the folder", e);
        }
        return new RecordingFolder(path);
    }

    private static void delete(Path tree) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(tree)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) Files.delete(file);
    }

    /** Returns the recording of a process. */
    public Path file(int firstRank) {
        return path.resolve("rank-" + firstRank + ".jfr");
    }

    private Path repository(int firstRank) {
        return path.resolve("rank-" + firstRank + ".repository");
    }

    // ---- the job ----

    /**
     * Writes what the job is.
     *
     * @param job its properties
     * @throws BadInputException if the folder cannot be written to
     */
    public void describe(Properties job) {
        try {
            write(job);
        } catch (IOException e) {
            throw new BadInputException("--record " + path + ": cannot write to the folder: " + e, e);
        }
    }

    /**
     * Adds that the job starts.
     *
     * @param job its name
     */
    public void begin(String job) throws IOException {
        Properties properties = read();
        properties.setProperty("job", job);
        properties.setProperty("start", Instant.now().toString());
        write(properties);
    }

    /**
     * Adds how the job has ended. A job without that is unfinished.
     *
     * @param exitCode of jmpirun
     * @param cause the line that jmpirun has said about it; empty if there is none
     */
    public void end(int exitCode, String cause) throws IOException {
        Properties properties = read();
        properties.setProperty("end", Instant.now().toString());
        properties.setProperty("exitCode", Integer.toString(exitCode));
        if (!cause.isEmpty()) properties.setProperty("cause", cause);
        write(properties);
    }

    /** Returns whether the folder is that of a job: on another host it is then the same folder. */
    public boolean isOf(String job) throws IOException {
        return job.equals(read().getProperty("job"));
    }

    private Properties read() throws IOException {
        Properties properties = new Properties();
        Path file = path.resolve(PROPERTIES);
        if (!Files.exists(file)) return properties;
        try (InputStream in = Files.newInputStream(file)) {
            properties.load(in);
        }
        return properties;
    }

    private void write(Properties properties) throws IOException {
        try (OutputStream out = Files.newOutputStream(path.resolve(PROPERTIES))) {
            properties.store(out, "jmpirun --record");
        }
    }

    /** Returns whether a process has left a recording. */
    public boolean has(int firstRank) throws IOException {
        return Files.exists(file(firstRank)) && Files.size(file(firstRank)) > 0;
    }

    // ---- a process of this host ----

    /**
     * Completes the recording of a process that has ended. One that could not write it has left its repository, whose
     * chunks become the recording: the last one as the process has left it, which the report repairs.
     */
    void complete(int firstRank) throws IOException {
        Path repository = repository(firstRank);
        if (!Files.isDirectory(repository)) return;
        List<Path> chunks;
        try (Stream<Path> files = Files.walk(repository)) {
            // Their names begin with the time.
            chunks = files.filter(file -> file.toString().endsWith(".jfr"))
                    .sorted(Comparator.comparing(Path::getFileName))
                    .toList();
        }
        if (!chunks.isEmpty()) join(chunks, file(firstRank));
        delete(repository);
    }

    private static void join(List<Path> chunks, Path recording) throws IOException {
        try (OutputStream out = Files.newOutputStream(recording)) {
            for (Path chunk : chunks) Files.copy(chunk, out);
        }
    }
}
