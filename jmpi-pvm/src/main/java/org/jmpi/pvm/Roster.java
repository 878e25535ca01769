package org.jmpi.pvm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.frame.Reply;

/**
 * A walk over the tasks that have not ended: from the origin of all to its children, and so on. It asks each process on
 * the way, and leaves out those that have ended meanwhile.
 */
public final class Roster {
    private static final int ROOM = 16 << 10;

    private final TaskProcess process;
    private final List<Known.Named> tasks = new ArrayList<>();
    private final Set<Link> links = new HashSet<>();

    private Roster(TaskProcess process) {
        this.process = process;
    }

    /**
     * Walks over the tasks.
     *
     * @param own a task of this process
     */
    static Roster of(EndPoint own) {
        Roster roster = new Roster(own.process());
        roster.walk(own);
        return roster;
    }

    private void walk(EndPoint own) {
        Queue<TaskAddress> next = new ArrayDeque<>(List.of(process.origin(), own.address()));
        Set<TaskAddress> seen = new HashSet<>();
        while (!next.isEmpty()) {
            TaskAddress each = next.remove();
            if (!seen.add(each)) continue;
            Known known = ask(each);
            if (known == null) continue;
            for (Known.Named task : known.own())
                if (seen.add(task.address()) || task.address().equals(each)) add(task);
            for (Known.Named task : known.children()) next.add(task.address());
        }
    }

    private void add(Known.Named task) {
        if (task.name().equals(Daemon.NAME)) return;
        if (tasks.stream().noneMatch(each -> each.address().equals(task.address()))) tasks.add(task);
    }

    /** Returns what the process of a task knows; null if it has ended. */
    private Known ask(TaskAddress task) {
        if (process.here(task) != null) return process.known();
        try {
            Link link = process.reach(task);
            Reply reply = process.await(link.peer().request(TaskLayer.TASKS, 0, null, ROOM));
            if (!reply.payload().hasRemaining()) return null;
            Known known = Known.decode(reply.payload());
            // A task of another program may have the id of one that has ended.
            if (!process.origin().equals(known.origin())) return null;
            links.add(link);
            return known;
        } catch (PvmException | CommException e) {
            return null;
        }
    }

    List<Known.Named> tasks() {
        return tasks;
    }

    /** Ends all processes that were found, but for this one. */
    void halt() {
        for (Link link : links) {
            try {
                link.peer().send(TaskLayer.HALT, 0, null);
            } catch (CommException e) {
                continue; // it has ended meanwhile
            }
        }
    }
}
