package org.jmpi.comm.observe;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/**
 * The recording of this process by JDK Flight Recorder: from the MPI.Init of its first rank to the end of the JVM,
 * which writes the file.
 *
 * <p>Until then the data lie in a repository beside the file. They are flushed each second, so that a process which is
 * killed leaves a recording there. Only the diagnostic commands of the JVM can set that.
 */
final class FlightRecording {
    private static final String NAME = "jmpi";
    private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";
    private static final int STACK_DEPTH = 32;

    /** Pauses of the JVM, which default.jfc records only if they are long. */
    private static final List<String> PAUSES =
            List.of("jdk.SafepointBegin", "jdk.SafepointEnd", "jdk.ExecuteVMOperation", "jdk.GCPhasePause");

    private static boolean started;

    private FlightRecording() {}

    /**
     * Starts the recording, unless this process has one.
     *
     * @param folder of the file
     * @param settings a configuration of JDK Flight Recorder, by name or as a file
     * @param rank the lowest rank of this process
     * @throws IOException if the folder cannot be made, or the JVM does not start a recording
     */
    static synchronized void start(Path folder, String settings, int rank) throws IOException {
        if (started) return;
        Path file = folder.resolve("rank-" + rank + ".jfr");
        Path repository = empty(folder.resolve("rank-" + rank + ".repository"));
        List<String> configuration = new ArrayList<>(List.of("repositorypath=" + quoted(repository)));
        if (!FlightRecorder.isInitialized()) configuration.add("stackdepth=" + STACK_DEPTH);
        run("jfrConfigure", configuration);
        run("jfrStart", List.of("name=" + NAME, "settings=" + quoted(settings), "flush-interval=1s", "disk=true"));
        Recording recording = FlightRecorder.getFlightRecorder().getRecordings().stream()
                .filter(each -> each.getName().equals(NAME))
                .findFirst()
                .orElseThrow(() -> new IOException("no recording was started"));
        recording.setDestination(file);
        recording.setDumpOnExit(true);
        for (String pause : PAUSES) recording.enable(pause).withThreshold(Duration.ZERO);
        started = true;
    }

    /** Makes a folder, without what a process that was killed has left there. */
    static Path empty(Path folder) throws IOException {
        Files.createDirectories(folder);
        List<Path> left;
        try (Stream<Path> files = Files.walk(folder)) {
            left = files.skip(1).sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : left) Files.delete(file);
        return folder;
    }

    private static String quoted(Object text) {
        return '"' + text.toString() + '"';
    }

    private static void run(String command, List<String> arguments) throws IOException {
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName(COMMANDS),
                            command,
                            new Object[] {arguments.toArray(new String[0])},
                            new String[] {String[].class.getName()});
        } catch (JMException e) {
            throw new IOException(command + ": " + e.getMessage(), e);
        }
    }
}
