package org.jmpi.run.command;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jmpi.run.cli.Options;
import org.jmpi.run.jvm.ClassArchive;
import org.jmpi.run.jvm.JvmDefaults;
import org.jmpi.run.program.Installation;
import org.jmpi.run.program.RankPlaceholder;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.JvmHook;

/**
 * Makes the class archives for this JVM: runs a training program over the transports, in JVMs that write an archive of
 * the classes they have loaded when they end.
 *
 * <p>All files are made in a folder of their own and then moved to their place, each by one atomic step. Jobs that
 * start meanwhile take the former archive or the new one, a JVM keeps the one that it has mapped, and of two trainings
 * at once the later one wins.
 */
public final class Training {
    /** The system property that names the command by which the script has found this JVM. */
    private static final String JAVA = "jmpi.java";

    private static final String PROGRAM = "org.jmpi.bench.TrainingRun";
    private static final String LIMIT_SECONDS = "120";

    /** The main class of jmpirun. */
    private final Class<?> jmpirun;

    private final Installation installation;
    private final Path home = Path.of(System.getProperty("java.home"));
    private final Path made;
    private volatile Process job;

    private Training(Class<?> jmpirun, Installation installation, Path made) {
        this.jmpirun = jmpirun;
        this.installation = installation;
        this.made = made;
    }

    /**
     * Makes the archives and prints where they are.
     *
     * @param jmpirun the main class of jmpirun, which runs the training
     * @throws BadInputException if they cannot be made
     */
    public static void run(Class<?> jmpirun, Options options, Installation installation) {
        if (!options.apps.get(0).words.isEmpty())
            throw new BadInputException(
                    "--train runs a program of its own, not " + String.join(" ", options.apps.get(0).words));
        String folders = System.getProperty(ClassArchive.FOLDERS);
        if (folders == null)
            throw new BadInputException(
                    "--train: archives of classes are switched off (JMPI_CACHE=off), or this jmpirun is not"
                            + " the script of a distribution; unset JMPI_CACHE, or set it to the absolute path of a "
                            + "folder");
        Path made = emptyFolder(folders);
        Training training = new Training(jmpirun, installation, made);
        JvmHook.add(new Thread(training::cleanUp, "jmpirun-training-end"));
        try {
            for (String transport : ClassArchive.TRANSPORTS) training.record(transport);
            System.out.println("jmpirun: " + training.publish(made.getParent()));
        } catch (IOException e) {
            throw new BadInputException("--train: cannot write to " + made.getParent() + ": " + e, e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
    }

    /** Makes an empty folder in the first of some folders that this user may write to. */
    private static Path emptyFolder(String folders) {
        List<String> failures = new ArrayList<>();
        for (String name : folders.split(File.pathSeparator)) {
            try {
                return Files.createTempDirectory(Files.createDirectories(Path.of(name)), ".training-");
            } catch (IOException e) {
                failures.add(name + " (" + e.getClass().getSimpleName() + ")");
            }
        }
        throw new BadInputException("--train: cannot write to " + String.join(", nor to ", failures)
                + ": set JMPI_CACHE to the absolute path of another folder, also for the jobs");
    }

    /** Runs a job whose ranks write their archives; jmpirun's own is that of the last job. */
    private void record(String transport) throws IOException, InterruptedException {
        System.err.println("jmpirun: recording the classes of a job over " + transport);
        Path output = made.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(words(transport))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .redirectInput(new File("/dev/null"));
        // The user's settings are for the user's jobs.
        builder.environment()
                .keySet()
                .removeIf(name -> name.startsWith("JMPI_") || JvmDefaults.VARIABLES.contains(name));
        job = builder.start();
        int code = job.waitFor();
        if (code != 0 || !Files.exists(archive(transport, "0")) || !Files.exists(archive(ClassArchive.OF_JMPIRUN, "0")))
            throw new BadInputException("--train: the training run over " + transport + " on " + home
                    + " has left no archive (exit code " + code + "): " + lastLine(output));
    }

    private static String lastLine(Path output) throws IOException {
        List<String> lines = Files.readAllLines(output);
        return lines.isEmpty() ? "no output" : lines.get(lines.size() - 1);
    }

    private Path archive(String name, String rank) {
        return made.resolve(ClassArchive.fileName(name + "-" + rank));
    }

    private String writing(String name, String rank) {
        return "-XX:ArchiveClassesAtExit=" + archive(name, rank);
    }

    /** The class path of the ranks is a jar, as an archive must not have folders in it, also not the current one. */
    private List<String> words(String transport) {
        List<String> words = new ArrayList<>(List.of(home.resolve("bin/java").toString(), "-XX:TieredStopAtLevel=1"));
        for (Path jar : installation.parser()) words.add("-Xbootclasspath/a:" + jar);
        words.add(writing(ClassArchive.OF_JMPIRUN, "0"));
        words.add("-Djmpi.lib=" + System.getProperty("jmpi.lib"));
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), jmpirun.getName()));
        words.addAll(List.of("-np", "2", "--transport", transport, "--timeout", LIMIT_SECONDS));
        words.addAll(List.of(
                writing(transport, RankPlaceholder.RANK),
                "-cp",
                installation.comm().toString(),
                PROGRAM));
        return words;
    }

    /**
     * Moves the archives to the folder for this JVM, which the script finds by its link to java, and returns a line
     * about them.
     */
    private String publish(Path folders) throws IOException {
        Path folder = Files.createDirectories(
                folders.resolve(home.toString().substring(1).replace(File.separatorChar, '-')));
        long bytes = 0;
        List<String> names = new ArrayList<>(ClassArchive.TRANSPORTS);
        names.add(ClassArchive.OF_JMPIRUN);
        for (String name : names) {
            Path archive = archive(name, "0");
            bytes += Files.size(archive);
            force(archive);
            move(archive, folder.resolve(ClassArchive.fileName(name)));
        }
        Path java = Path.of(System.getProperty(JAVA)).toAbsolutePath();
        move(Files.createSymbolicLink(made.resolve("java"), java), folder.resolve("java"));
        return "archives of classes for " + java + " (" + System.getProperty("java.vm.version") + "): " + names.size()
                + " files, " + (bytes >> 20) + " MiB, in " + folder;
    }

    /** Some file systems write a name before the contents, and JDK 17 crashes on an archive that is cut short. */
    private static void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static void move(Path file, Path to) throws IOException {
        Files.move(file, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void cleanUp() {
        if (job != null) {
            job.destroy();
            job.onExit().join();
        }
        try (Stream<Path> files = Files.list(made)) {
            for (Path file : files.toList()) Files.delete(file);
            Files.delete(made);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
