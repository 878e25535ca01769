package org.jmpi.comm.simulation;

import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jmpi.comm.progress.RankTransports;
import org.jmpi.comm.transport.SpinLock;

/** Finds a thread that hands the baton over while it has a lock: another thread would wait for it. */
final class LockCheck {
    /** Monitors are looked at in one of so many steps, since that takes as long as a hundred steps. */
    private static final int STEPS = 512;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final String PACKAGE = "org.jmpi.comm.";

    /** Monitors that are there to be held while their owner waits: another thread that closes an engine waits, too. */
    private static final Set<String> KEPT = Set.of(RankTransports.class.getName());

    private static final Map<Class<?>, List<Field>> FIELDS = new ConcurrentHashMap<>();

    private final Map<Integer, List<SpinLock>> locks = new ConcurrentHashMap<>();

    /** Watches the locks that a rank has in an object and in what that refers to. */
    void watch(int rank, Object root) {
        List<SpinLock> found = locks.computeIfAbsent(rank, each -> new ArrayList<>());
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> next = new ArrayDeque<>(List.of(root));
        while (!next.isEmpty()) {
            Object object = next.poll();
            if (!seen.add(object)) continue;
            if (object instanceof SpinLock lock) found.add(lock);
            for (Field field : FIELDS.computeIfAbsent(object.getClass(), LockCheck::fields)) {
                Object value = get(field, object);
                if (value != null && value.getClass().getName().startsWith(PACKAGE)) next.add(value);
            }
        }
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> each = type; each != null && each.getName().startsWith(PACKAGE); each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) continue;
                field.setAccessible(true);
                fields.add(field);
            }
        }
        return fields;
    }

    private static Object get(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the lock that a thread of a rank has, in words; null if it has none. */
    String heldBy(SimulatedThread thread, int step) {
        for (SpinLock lock : locks.getOrDefault(thread.rank, List.of())) {
            if (!lock.tryLock()) return "a spin lock";
            lock.unlock();
        }
        return step % STEPS == 0 ? monitorOf(thread) : null;
    }

    private static String monitorOf(Thread thread) {
        ThreadInfo info = THREADS.getThreadInfo(new long[] {thread.getId()}, true, false)[0];
        if (info == null) return null;
        for (MonitorInfo monitor : info.getLockedMonitors())
            if (monitor.getClassName().startsWith(PACKAGE) && !KEPT.contains(monitor.getClassName()))
                return "the monitor of " + monitor;
        return null;
    }
}
