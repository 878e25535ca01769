package org.jmpi.bench.jobs;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What jobs run on. */
public final class Machine {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final String CPU_NAME = "model name";
    private static final double BUSY = 1;

    private Machine() {}

    /** Returns notes by their names, in an order for readers; the date is now. */
    public static Map<String, String> notes() {
        Map<String, String> notes = new LinkedHashMap<>();
        notes.put("JDK", properties("java.vm.name", "java.runtime.version"));
        notes.put("OS", properties("os.name", "os.version", "os.arch"));
        notes.put("CPU", cpu());
        notes.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
        notes.put("memory", memory());
        notes.put("date", date());
        return notes;
    }

    /** Returns the name of the processor, or its architecture if the system does not tell. */
    public static String cpu() {
        if (!Files.isReadable(CPU_INFO)) return properties("os.arch");
        try (Stream<String> lines = Files.lines(CPU_INFO, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith(CPU_NAME))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(properties("os.arch"));
        } catch (IOException e) {
            return properties("os.arch") + " (" + e.getMessage() + ")";
        }
    }

    /** Returns how many processes wanted a core during the last minute, or a negative number if unknown. */
    public static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    /** Says whether a machine with this load is too busy to measure on. */
    public static boolean isBusy(double load) {
        return load > BUSY;
    }

    /** Returns the line by which a program says that its figures are those of a busy machine. */
    public static String busy(String program, double load) {
        return String.format(Locale.ROOT, "%s: the machine is busy, load %.1f: the figures are noise", program, load);
    }

    private static String memory() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system)
            return String.format(Locale.ROOT, "%.1f GiB", system.getTotalMemorySize() / (double) (1 << 30));
        return "unknown";
    }

    private static String date() {
        return ZonedDateTime.now().truncatedTo(ChronoUnit.SECONDS).format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
    }

    private static String properties(String... names) {
        StringBuilder text = new StringBuilder();
        for (String name : names) text.append(text.isEmpty() ? "" : " ").append(System.getProperty(name));
        return text.toString();
    }
}
