package org.jmpi.run.doctor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.run.hosts.HostLimits;
import org.jmpi.run.system.CommandPath;
import org.jmpi.run.system.HostCores;
import org.jmpi.run.system.TextFile;
import org.jmpi.run.system.ThisHost;

/** Checks the cores, the memory and the limits of this host. */
final class HostCheck {
    private static final String CORES = "cores";
    private static final String LIMITS = "limits";
    private static final String SHM = "shm";
    private static final String BY_SOCKETS =
            ", so that the transport auto takes slower sockets, and --transport shm fails";
    private static final Path IN_MEMORY = Path.of("/dev/shm");
    private static final long MIB = 1L << 20;

    /** The size of the fastest ring from one rank to another. */
    private static final long RING_BYTES = 2 * MIB;

    private final DoctorFindings findings;
    private final int ranks;

    HostCheck(DoctorFindings findings, int ranks) {
        this.findings = findings;
        this.ranks = ranks;
    }

    /** @param ranks how many a job would have on this host */
    static void run(DoctorFindings findings, int ranks) {
        HostCheck check = new HostCheck(findings, ranks);
        int online = TextFile.ofSystem(Path.of("/sys/devices/system/cpu/online")).stream()
                .findFirst()
                .map(list -> HostCores.parse(list.strip()).size())
                .orElse(0);
        check.checkCores(
                ThisHost.cores(),
                online,
                HostLimits.quota(),
                CommandPath.ofSystem().isCommand("taskset"));
        check.checkLimits(TextFile.ofSystem(Path.of("/proc/self/limits")));
        check.checkMemory();
        check.checkShm();
    }

    /**
     * @param online how many cores the host has; 0 if that is not known
     * @param quota how many cores' time a control group allows; endless if it allows any
     */
    void checkCores(int usable, int online, double quota, boolean taskset) {
        String of = online > usable ? " of " + online : "";
        String text = usable + of + (usable == 1 ? " core" : " cores") + " may be used";
        if (quota < usable - 0.01)
            findings.note(
                    CORES,
                    text + ", but the control group stops all ranks after the time of "
                            + String.format(Locale.ROOT, "%.1f", quota)
                            + " cores: start fewer ranks, or raise cpu.max");
        else if (ranks > usable)
            findings.note(CORES, text + ", less than " + ranks + " ranks: those that wait yield to the others");
        else findings.ok(CORES, text + (online > usable ? " (cpuset, or quota of the control group)" : ""));
        if (!taskset) findings.note(CORES, "no command taskset: ranks are not bound to cores; install util-linux");
    }

    void checkLimits(List<String> limits) {
        Optional<String> space = limit(limits, "Max address space");
        if (space.isPresent())
            findings.bad(
                    LIMITS,
                    "ulimit -v is " + Long.parseLong(space.get()) / 1024
                            + ": a JVM reserves more address space than it uses; run 'ulimit -v unlimited'");
        Optional<String> file = limit(limits, "Max file size");
        if (file.isPresent() && Long.parseLong(file.get()) < 64 * MIB)
            findings.bad(
                    LIMITS,
                    "ulimit -f allows files of " + file.get()
                            + " bytes: shared memory and recordings need larger ones; run 'ulimit -f unlimited'");
    }

    /** Returns the soft limit; empty if there is none. */
    private static Optional<String> limit(List<String> limits, String name) {
        return limits.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip().split("\\s+")[0])
                .filter(value -> value.matches("\\d+"))
                .findFirst();
    }

    private void checkMemory() {
        HostLimits.Size size = new HostLimits.Size(ranks, ranks, false, true);
        HostLimits limits = HostLimits.ofSystem(size.tasks());
        Optional<String> refusal = limits.refusal(size, HostLimits.JVMS_PER_CORE);
        String memory = limits.memory() / MIB + " MiB of memory, " + limits.files() + " open files";
        if (refusal.isPresent()) findings.bad(LIMITS, "-np " + ranks + ": " + refusal.get());
        else findings.ok(LIMITS, memory + ": enough for " + ranks + (ranks == 1 ? " rank" : " ranks"));
    }

    private void checkShm() {
        String asked = folderOfSettings();
        Path folder = asked == null ? IN_MEMORY : Path.of(asked);
        if (asked == null && !Files.isDirectory(folder)) {
            findings.note(
                    SHM,
                    "no folder " + folder + ": ranks share files in " + System.getProperty("java.io.tmpdir")
                            + ", which may be on a disk; mount a tmpfs there, or set jmpi.shm.folder");
            return;
        }
        List<String> mounts = TextFile.ofSystem(Path.of("/proc/self/mounts"));
        String why = unwritable(folder);
        if (why != null) {
            String readOnly = options(mounts, folder).contains("ro") ? "it is mounted read-only" : why;
            findings.note(
                    SHM,
                    "ranks cannot share memory in " + folder + ": " + readOnly + BY_SOCKETS
                            + ": make it writable, or set jmpi.shm.folder to another folder");
            return;
        }
        checkRoom(
                folder,
                folder.toFile().getUsableSpace(),
                options(mounts, folder).contains("noexec"));
    }

    /** A malformed setting is a finding of its own. */
    private static String folderOfSettings() {
        try {
            return JmpiConfig.load().shmFolder();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    void checkRoom(Path folder, long free, boolean noexec) {
        long wanted = RING_BYTES * ranks * (ranks - 1);
        String text = folder + " has " + free / MIB + " MiB free";
        if (free < MIB)
            findings.note(
                    SHM,
                    text + BY_SOCKETS + ": remove files there, enlarge it (in a container by --shm-size),"
                            + " or set jmpi.shm.folder to another folder");
        else if (free / 2 < wanted)
            findings.note(
                    SHM,
                    text + ", and " + ranks + " ranks use up to " + wanted / MIB
                            + " for their fastest rings: long messages will be slower; enlarge it (in a container by"
                            + " --shm-size)");
        else findings.ok(SHM, text + (noexec ? " (noexec does no harm)" : ""));
    }

    /** Returns why a file cannot be made and mapped there; null if it can. */
    private static String unwritable(Path folder) {
        try {
            Path file = Files.createTempFile(folder, "jmpi-doctor", "");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(1 << 12));
                channel.map(FileChannel.MapMode.READ_WRITE, 0, 1 << 12).put(0, (byte) 1);
                return null;
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Returns the options of the mount that a folder is in. */
    static List<String> options(List<String> mounts, Path folder) {
        String longest = "";
        List<String> options = List.of();
        for (String mount : mounts) {
            String[] fields = mount.split(" ");
            if (fields.length < 4 || !folder.startsWith(fields[1]) || fields[1].length() < longest.length()) continue;
            longest = fields[1];
            options = Arrays.asList(fields[3].split(","));
        }
        return options;
    }
}
