package org.jmpi.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of classes as the JVM keeps them in memory, from which it starts in half the time (class-data sharing). There is one
 * for jmpirun itself, which its script names, and one for each transport's ranks.
 *
 * <p>Beside it lies its label: the JVM and the jars that it was made of, and its length. A JVM refuses an archive that does not
 * fit, but not every JVM one that is cut short.
 *
 * @param file the archive
 * @param origin what it has to be made of, as lines
 */
record ClassArchive(Path file, String origin) {
    /** The system property that names the folder of all archives for a JVM and an installation; unset if there are to be none. */
    static final String FOLDER = "jmpi.archives";

    private static final String SUFFIX = ".jsa";
    private static final String LABEL = ".label";

    /** The name of jmpirun's own. */
    static final String OF_JMPIRUN = "jmpirun";

    /** Newer JVMs map archives to a random place by default, and correct every address in them: a tenth of the start. */
    private static final List<String> IN_PLACE = List.of(
            "-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0");

    /** Whatever the JVM has to say about an archive, the user did not ask for one. */
    private static final List<String> SILENCE = List.of("-Xlog:cds=off", "-Xlog:cds+dynamic=off");

    /** Returns the archive of a name in a folder, whether it exists or not. */
    static ClassArchive named(String name, Path folder, Installation installation) {
        return new ClassArchive(folder.resolve(name + SUFFIX), origin(installation));
    }

    private static String origin(Installation installation) {
        StringBuilder text = new StringBuilder();
        text.append(System.getProperty("java.vm.version")).append(' ');
        text.append(System.getProperty("java.home")).append('\n');
        append(text, installation.run());
        for (Path jar : installation.tools()) append(text, jar);
        for (Path jar : installation.ranks()) append(text, jar);
        return text.toString();
    }

    private static void append(StringBuilder text, Path jar) {
        File file = jar.toFile();
        text.append(file).append(' ').append(file.length()).append(' ');
        text.append(file.lastModified()).append('\n');
    }

    String name() {
        String fileName = file.getFileName().toString();
        return fileName.substring(0, fileName.length() - SUFFIX.length());
    }

    private Path label() {
        return file.resolveSibling(file.getFileName() + LABEL);
    }

    static boolean isLabel(Path file) {
        return file.getFileName().toString().endsWith(SUFFIX + LABEL);
    }

    /**
     * Returns the JVM and the jars that a label names.
     *
     * @throws IOException if it cannot be read
     */
    static List<Path> places(Path label) throws IOException {
        List<Path> places = new ArrayList<>();
        for (String line : Files.readAllLines(label)) {
            // The JVM's version is in front of its folder, the length and time of a jar are behind its path.
            if (places.isEmpty()) places.add(Path.of(line.substring(line.indexOf(' ') + 1)));
            else if (!line.endsWith(" bytes")) places.add(Path.of(line.replaceFirst(" \\d+ \\d+$", "")));
        }
        return places;
    }

    /** Returns what the label says of an archive of this length. */
    private String label(long bytes) {
        return origin + bytes + " bytes\n";
    }

    /** Returns whether the archive may be used. */
    boolean isUsable() {
        return file.toFile().length() > 0 && isLabelled(file.toFile().length());
    }

    /** Returns whether making this archive was tried before and failed. */
    boolean isImpossible() {
        return isLabelled(0);
    }

    private boolean isLabelled(long bytes) {
        try {
            return label().toFile().exists() && Files.readString(label()).equals(label(bytes));
        } catch (IOException e) {
            // As good as none.
            return false;
        }
    }

    /**
     * Puts an archive in its place, for JVMs that start from now on; those that use a former one keep it.
     *
     * @param made a file in the same folder; empty if no archive can be made
     * @throws IOException if the folder cannot be written
     */
    void replaceBy(Path made) throws IOException {
        Files.deleteIfExists(label());
        long bytes = Files.size(made);
        if (bytes > 0) Durable.move(made, file);
        Path text = Files.writeString(made.resolveSibling(made.getFileName() + ".label"), label(bytes));
        Durable.move(text, label());
    }

    /** Notes that the archive is in use; the label tells it by its time, which is exact to a day. */
    void touch() {
        long now = System.currentTimeMillis();
        File label = label().toFile();
        if (now - label.lastModified() > ArchiveCache.DAY_MILLIS) label.setLastModified(now);
    }

    /** Returns the options of a JVM that uses this archive. */
    List<String> options() {
        List<String> options = new ArrayList<>(IN_PLACE);
        options.addAll(SILENCE);
        options.add("-XX:SharedArchiveFile=" + file);
        return options;
    }

    /** Returns the option of a JVM that leaves an archive when it ends. */
    static String recordingOption(Path file) {
        return "-XX:ArchiveClassesAtExit=" + file;
    }
}
