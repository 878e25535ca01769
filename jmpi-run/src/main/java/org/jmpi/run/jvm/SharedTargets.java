package org.jmpi.run.jvm;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jmpi.run.program.RankPlaceholder;
import org.jmpi.run.system.BadInputException;

/**
 * Options by which all JVMs of a job would write the same file or listen on the same port. The job is refused if that
 * destroys a file or ends a JVM for certain; there is a warning if it only matters after a crash.
 *
 * @param processes how many JVMs there are
 * @param directory where they start
 */
public record SharedTargets(int processes, Path directory) {
    private static final int FIRST_PID_IN_RECORDINGS = 21;
    private static final int FIRST_PID_IN_HEAP_DUMPS = 25;

    /**
     * A kind of option.
     *
     * @param option a pattern whose first group is the file or port
     * @param firstPid the first version of Java that replaces {@code %p} in it
     */
    private record Kind(Pattern option, boolean port, boolean fatal, int firstPid) {
        static Kind file(String option, int firstPid) {
            return new Kind(Pattern.compile(option), false, true, firstPid);
        }

        static Kind crashFile(String option, int firstPid) {
            return new Kind(Pattern.compile(option), false, false, firstPid);
        }

        static Kind port(String option) {
            return new Kind(Pattern.compile(option), true, true, 0);
        }
    }

    private static final List<Kind> KINDS = List.of(
            Kind.file("-XX:StartFlightRecording[=:](?:.*,)?filename=([^,]+).*", FIRST_PID_IN_RECORDINGS),
            Kind.file("-Xlog:[^:]*:(?!stdout|stderr)(?:file=)?\"?([^:\"]+).*", 0),
            Kind.file("-Xloggc:(.+)", 0),
            Kind.file("-XX:(?:ArchiveClassesAtExit|DumpLoadedClassList|AOTCacheOutput|LogFile)=(.+)", 0),
            Kind.file("-agent(?:path|lib):.*[=,]file=([^,]+).*", 0),
            Kind.crashFile("-XX:HeapDumpPath=(.+)", FIRST_PID_IN_HEAP_DUMPS),
            Kind.crashFile("-XX:ErrorFile=(.+)", 0),
            // The JVM listens if it is the server.
            Kind.port("(?:-agentlib:jdwp=|-Xrunjdwp:)(?=.*server=y)(?:.*,)?address=(?:[^,]*:)?0*([1-9]\\d*)(?:,.*)?"),
            Kind.port("-Dcom\\.sun\\.management\\.jmxremote(?:\\.rmi)?\\.port=0*([1-9]\\d*)"));

    /**
     * Returns warnings about options with which the job can start.
     *
     * @throws BadInputException if an option makes JVMs fail or overwrite each other's file
     */
    public List<String> check(List<String> options) {
        List<String> warnings = new ArrayList<>();
        if (processes > 1) for (String option : options) for (Kind kind : KINDS) check(option, kind, warnings);
        return warnings;
    }

    private void check(String option, Kind kind, List<String> warnings) {
        Matcher matcher = kind.option().matcher(option);
        if (RankPlaceholder.isIn(option) || !matcher.matches()) return;
        String target = matcher.group(1);
        if (!kind.port() && isPerProcess(target, kind)) return;
        String text = option + ": " + processes + " JVMs would use the same " + (kind.port() ? "port" : "file")
                + "; write " + instead(target, kind) + " instead of " + target;
        if (kind.fatal()) throw new BadInputException(text);
        warnings.add(text);
    }

    /** Whether each JVM makes a file of its own of this name, or the name is that of a device. */
    private boolean isPerProcess(String name, Kind kind) {
        if (name.contains("%p") && Runtime.version().feature() >= kind.firstPid()) return true;
        try {
            Path file = directory.resolve(name);
            return Files.exists(file) && !Files.isRegularFile(file);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static String instead(String target, Kind kind) {
        if (kind.port()) return "{" + target + "+rank}";
        if (target.contains("%p")) return target.replace("%p", "{rank}");
        int dot = target.lastIndexOf('.');
        return dot <= target.lastIndexOf('/') + 1
                ? target + "-{rank}"
                : target.substring(0, dot) + "-{rank}" + target.substring(dot);
    }
}
