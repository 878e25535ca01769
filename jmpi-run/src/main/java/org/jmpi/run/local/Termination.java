package org.jmpi.run.local;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Ends the processes of a job: SIGTERM, and SIGKILL for those that are still there after some time.
 *
 * <p>Their descendants end with them. Where there is {@code /proc} those are found even if their parents have ended
 * before, by the job's name in their environment.
 */
public final class Termination {
    /** The time of processes whose job has failed. */
    public static final long FAILED_NANOS = 800_000_000L;

    private static final long KILL_NANOS = 1_000_000_000L;
    private static final long POLL_NANOS = 5_000_000;

    private final Collection<ProcessHandle> ranks;
    private final String mark;
    private final LongSupplier graceNanos;

    /**
     * @param mark the setting that every process of the job has in its environment, as {@code NAME=value}
     * @param graceNanos the time from SIGTERM to SIGKILL, in ns; it may change while the processes end
     */
    public Termination(Collection<ProcessHandle> ranks, String mark, LongSupplier graceNanos) {
        this.ranks = ranks;
        this.mark = mark;
        this.graceNanos = graceNanos;
    }

    /** Returns the processes that SIGTERM did not end in time. */
    public Set<ProcessHandle> run() {
        Set<ProcessHandle> alive = alive();
        if (alive.isEmpty()) return alive;
        alive.forEach(ProcessHandle::destroy);
        await(alive, graceNanos);
        // Finds the processes that it has started in the meantime.
        Set<ProcessHandle> stubborn = alive();
        stubborn.addAll(alive);
        stubborn.removeIf(process -> !isAlive(process));
        stubborn.forEach(ProcessHandle::destroyForcibly);
        await(stubborn, () -> KILL_NANOS);
        return stubborn;
    }

    private Set<ProcessHandle> alive() {
        Set<ProcessHandle> found = new LinkedHashSet<>();
        if (anyAlive()) addWithDescendants(found);
        addMarked(found);
        found.remove(ProcessHandle.current());
        found.removeIf(process -> !isAlive(process));
        return found;
    }

    private boolean anyAlive() {
        for (ProcessHandle rank : ranks) if (rank.isAlive()) return true;
        return false;
    }

    private void addWithDescendants(Set<ProcessHandle> found) {
        Map<Long, List<ProcessHandle>> children = ProcessHandle.allProcesses()
                .collect(Collectors.groupingBy(
                        process -> process.parent().map(ProcessHandle::pid).orElse(0L)));
        ranks.stream().filter(ProcessHandle::isAlive).forEach(rank -> addWithDescendants(rank, children, found));
    }

    private static void addWithDescendants(
            ProcessHandle process, Map<Long, List<ProcessHandle>> children, Set<ProcessHandle> found) {
        if (!found.add(process)) return;
        children.getOrDefault(process.pid(), List.of()).forEach(child -> addWithDescendants(child, children, found));
    }

    /** Looks at every process of this host, also at the end of a job that went well: it takes a few ms. */
    private void addMarked(Set<ProcessHandle> found) {
        String[] names = new File("/proc").list();
        if (names == null) return;
        for (String name : names)
            if (Character.isDigit(name.charAt(0)) && isMarked(name))
                ProcessHandle.of(Long.parseLong(name)).ifPresent(found::add);
    }

    private boolean isMarked(String process) {
        String environment = proc(process, "environ");
        int at = environment.indexOf(mark + '\0');
        return at == 0 || at > 0 && environment.charAt(at - 1) == '\0';
    }

    // A zombie whose parent does not reap it, such as a container's first process, counts as alive with ProcessHandle.
    private static boolean isAlive(ProcessHandle process) {
        if (!process.isAlive()) return false;
        String stat = proc(Long.toString(process.pid()), "stat");
        // It was a zombie at the first look, and its parent has reaped it since; or there is no /proc.
        if (stat.isEmpty()) return process.isAlive();
        int state = stat.lastIndexOf(')') + 2;
        return state < 2 || state >= stat.length() || "ZX".indexOf(stat.charAt(state)) < 0;
    }

    private static String proc(String process, String file) {
        try (FileInputStream in = new FileInputStream("/proc/" + process + "/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // No /proc, another user's process, or one that has ended.
            return "";
        }
    }

    private static void await(Set<ProcessHandle> processes, LongSupplier nanos) {
        long begin = System.nanoTime();
        while (processes.stream().anyMatch(Termination::isAlive) && System.nanoTime() - begin < nanos.getAsLong())
            LockSupport.parkNanos(POLL_NANOS);
    }
}
