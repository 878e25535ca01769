package org.jmpi.run;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Makes class archives, in a process that a first job leaves behind: runs a small job, in which jmpirun and rank 0 record what
 * they load. Nobody waits for it, and nothing depends on its success.
 */
public final class ArchiveMaker {
    /** The system property that names the file in which rank 0 is to leave its archive. */
    static final String RECORDING = "jmpi.recording";

    private static final String LOG = "log.txt";

    /** What the ranks of that job run: it uses what most programs use. */
    private static final String PROGRAM = "org.jmpi.bench.Tour";

    private static final long LIMIT_SECONDS = 120;

    /** Bytes that the archives of all transports need at most. */
    private static final long ROOM = 256L << 20;

    private final Path folder;
    private final String transport;
    private final Installation installation = Installation.find();

    private ArchiveMaker(Path folder, String transport) {
        this.folder = folder;
        this.transport = transport;
    }

    /**
     * Makes the archives of a transport's ranks and of jmpirun, unless another process is at it.
     *
     * @param args the folder of the archives, and the transport's name
     * @throws IOException if the folder cannot be written
     * @throws InterruptedException never
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        new ArchiveMaker(Path.of(args[0]), args[1]).makeAlone();
    }

    /** Starts a process that makes the archives which a job lacked, if any, and does not wait for it. */
    static void startFor(JobPlan plan) {
        ClassArchive archive = plan.archive();
        if (archive == null || !plan.java() || archive.isImpossible()) return;
        if (archive.isUsable()) {
            archive.touch();
            return;
        }
        try {
            start(archive.file().getParent(), archive.name());
        } catch (IOException e) {
            if (plan.verbose()) System.err.println("jmpirun: no class archive: " + e);
        }
    }

    private static void start(Path folder, String transport) throws IOException {
        Files.createDirectories(folder);
        if (folder.toFile().getUsableSpace() < ROOM)
            throw new IOException("less than " + (ROOM >> 20) + " MiB left in " + folder);
        List<String> words = jvm();
        words.addAll(List.of(ArchiveMaker.class.getName(), folder.toString(), transport));
        run(words, folder.resolve(LOG));
    }

    /** Returns the words that start a JVM like this one, up to its class path. */
    private static List<String> jvm(String... options) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
        words.addAll(List.of(options));
        words.add("-Djmpi.lib=" + System.getProperty("jmpi.lib"));
        words.addAll(List.of("-cp", System.getProperty("java.class.path")));
        return words;
    }

    private static Process run(List<String> words, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .redirectInput(new File(File.separatorChar == '/' ? "/dev/null" : "NUL"));
        // The user's settings are for the user's jobs.
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("JMPI_"));
        JvmDefaults.VARIABLES.forEach(environment::remove);
        return builder.start();
    }

    private void makeAlone() throws IOException, InterruptedException {
        try (FileChannel channel =
                        FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock != null) make();
        }
    }

    private void make() throws IOException, InterruptedException {
        ClassArchive ofRanks = ClassArchive.named(transport, folder, installation);
        ClassArchive ofJmpirun = ClassArchive.named(ClassArchive.OF_JMPIRUN, folder, installation);
        Path rank = folder.resolve(transport + ".new");
        Path jmpirun = folder.resolve(ClassArchive.OF_JMPIRUN + ".new");
        List<String> words = jvm(ClassArchive.recordingOption(jmpirun), "-D" + RECORDING + "=" + rank);
        for (Path jar : installation.parser()) words.add(1, "-Xbootclasspath/a:" + jar);
        words.addAll(List.of(Jmpirun.class.getName(), "-np", "2", "--transport", transport));
        // A jar of JMPI's own: without -cp the current folder would be in the class path, and jobs elsewhere refuse the
        // archive.
        words.addAll(List.of("-cp", installation.comm().toString(), PROGRAM));
        boolean made = runs(words);
        keep(ofJmpirun, jmpirun, made);
        // The last one: whoever finds it looks for no other.
        keep(ofRanks, rank, made);
    }

    private boolean runs(List<String> words) throws IOException, InterruptedException {
        Process job = run(words, folder.resolve(LOG));
        boolean ended = job.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        job.destroy();
        return ended && job.exitValue() == 0;
    }

    /** An archive that cannot be made is not tried again: its place is taken by an empty file. */
    private static void keep(ClassArchive archive, Path file, boolean whole) throws IOException {
        if (!whole || !Files.exists(file)) {
            Files.deleteIfExists(file);
            Files.createFile(file);
        }
        archive.replaceBy(file);
        Files.deleteIfExists(file);
    }
}
