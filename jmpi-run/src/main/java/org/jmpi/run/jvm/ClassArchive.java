package org.jmpi.run.jvm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jmpi.run.program.Installation;

/**
 * The archives of loaded classes (class-data sharing), from which JVMs start in half the time: one for jmpirun, which
 * its script names, and one for the ranks of each transport in {@link #TRANSPORTS}. {@code jmpirun --train} makes them.
 *
 * <p>The JVM checks that an archive was made by this JVM and of these jars. If not, it starts without it.
 */
public final class ClassArchive {
    /** The system property that names the folder of the archives for this JVM; unset if there are none. */
    public static final String FOLDER = "jmpi.archives";

    /**
     * The system property that names the folders for archives, the preferred one first; unset if there are to be none.
     */
    public static final String FOLDERS = "jmpi.archives.folders";

    /** The name of jmpirun's own. */
    public static final String OF_JMPIRUN = "jmpirun";

    /**
     * The transports that have an archive of their own; ranks of the others start from that of the default transport.
     */
    public static final List<String> TRANSPORTS =
            List.of(Installation.DEFAULT_TRANSPORT, Installation.THREADS, "socket");

    /**
     * The options that come with an archive. JVMs since 17.0.7 map it to a random address by default, and correct every
     * pointer in it: a tenth of the start. A user who did not ask for an archive hears nothing about it.
     */
    private static final List<String> OPTIONS = List.of(
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:ArchiveRelocationMode=0",
            "-Xlog:cds=off",
            "-Xlog:cds+dynamic=off");

    private ClassArchive() {}

    public static String fileName(String name) {
        return name + ".jsa";
    }

    /**
     * Returns the options with which the JVM of a transport's ranks starts from an archive; none if there is no
     * archive.
     *
     * @param folder of the archives; null if there are none
     */
    public static List<String> options(String folder, String transport) {
        if (folder == null) return List.of();
        String name = TRANSPORTS.contains(transport) ? transport : Installation.DEFAULT_TRANSPORT;
        Path file = Path.of(folder, fileName(name));
        return Files.isRegularFile(file)
                ? Stream.concat(OPTIONS.stream(), Stream.of("-XX:SharedArchiveFile=" + file))
                        .toList()
                : List.of();
    }
}
