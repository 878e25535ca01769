package org.jmpi.pvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.dynamic.SpawnArguments;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.frame.Answer;
import org.jmpi.comm.frame.Peer;
import org.jmpi.comm.frame.Reply;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.session.RankWorld;

/**
 * The tasks that this process has spawned, and its parent. Each task is a world of one process: it ends when it likes,
 * and its end is no failure of the others. A spawned process asks for its parent, and says where its task is:
 *
 * <pre>
 *   parent                        child
 *     | -- Spawn --&gt;                |
 *     | &lt;-- who is the parent? ---- |   in its first jpvmEnvironment
 *     | --- Family ---------------&gt; |   or none, if MPI's Spawn has started the process
 *     | &lt;-- address of the task --- |   or the frame of MPI.Finalize, if it has made no task
 * </pre>
 */
final class Children {
    private static final int ROOM = 4096;

    private final RankWorld world;
    private final TaskProcess process;

    /** How many spawns are under way; guarded by this, as what follows. */
    private int spawning;

    /** The task that has spawned the process of a number; its address comes by the future. */
    private final Map<Integer, Child> expected = new HashMap<>();

    /** Questions that have come while a spawn was under way. */
    private final Map<Integer, Answer> questions = new HashMap<>();

    private final List<Known.Named> children = new ArrayList<>();

    /** The number of the process that has spawned this one. */
    private int spawner;

    /**
     * Where a task runs.
     *
     * @param host its name; null for one that the launcher chooses
     * @param classPath of the task; null for that of this process
     */
    record Hints(String host, String classPath) {
        /** Leaves all to the launcher. */
        static final Hints NONE = new Hints(null, null);

        private Info[] infos() {
            Info info = new Info();
            if (host != null) info.set("host", host);
            if (classPath != null) info.set("jmpi_class_path", classPath);
            return new Info[] {info};
        }
    }

    Children(RankWorld world, TaskProcess process) {
        this.world = world;
        this.process = process;
    }

    /** Notes a task that another process has started. */
    synchronized void add(Known.Named task) {
        children.add(task);
    }

    /** Forgets a task that has ended. */
    synchronized void remove(TaskAddress task) {
        children.removeIf(each -> each.address().equals(task));
    }

    synchronized List<Known.Named> named() {
        return List.copyOf(children);
    }

    // ---- at the parent ----

    /**
     * Starts a task, and waits until it has its end point.
     *
     * @param command the class
     * @param parent the task that spawns
     * @param hints where it runs
     * @throws CommException if it does not start
     * @throws PvmException if it ends without an end point
     */
    TaskAddress spawn(String command, TaskAddress parent, Hints hints) {
        synchronized (this) {
            spawning++;
        }
        Communicator both = null;
        try {
            both = start(command, hints);
        } finally {
            begun(both, parent);
        }
        try {
            return await(both, command);
        } finally {
            both.free();
        }
    }

    private Communicator start(String command, Hints hints) {
        Communicator self;
        // By the lock of the other calls that duplicate this communicator.
        synchronized (world.dynamic()) {
            self = Communicators.dupIntra(world.selfComm());
        }
        try {
            SpawnArguments what = new SpawnArguments(new String[] {command}, null, new int[] {1}, hints::infos);
            // A task ends when it likes: MPI.Finalize waits for none.
            return world.dynamic().spawn(self, what, 0, null, false);
        } finally {
            self.free();
        }
    }

    private static int number(Communicator both) {
        return both.remoteGroup().worldRanks()[0];
    }

    /**
     * Notes that a process has been spawned, and answers those that have asked meanwhile.
     *
     * @param both null if none has been
     */
    private synchronized void begun(Communicator both, TaskAddress parent) {
        spawning--;
        if (both != null) {
            int number = number(both);
            expected.put(number, new Child(parent));
            Answer asked = questions.remove(number);
            if (asked != null) answer(number, asked);
        }
        if (spawning > 0) return;
        questions.values().forEach(each -> each.send(0, null));
        questions.clear();
    }

    private TaskAddress await(Communicator both, String command) {
        int number = number(both);
        Child child;
        synchronized (this) {
            child = expected.get(number);
        }
        Link link = process.link(number);
        process.await(new Arrival(child, link, world.process().engine(), number, command), "pvm_spawn");
        TaskAddress task = child.address().getNow(null);
        synchronized (this) {
            expected.remove(number);
            if (task == null)
                throw new PvmException("the process of " + command
                        + " has ended without a task: its main calls new jpvmEnvironment()");
            children.add(new Known.Named(task, command));
        }
        process.watch(link);
        process.meetings().note(number, link);
        return task;
    }

    /** Takes the question of a process, on a thread that receives. */
    synchronized void onAsked(int number, Answer answer) {
        if (expected.containsKey(number)) answer(number, answer);
        else if (spawning > 0) questions.put(number, answer);
        else answer.send(0, null);
    }

    private void answer(int number, Answer answer) {
        answer.send(1, process.family(expected.get(number).askParent()).encode());
    }

    /** Takes the address of a spawned task, on a thread that receives. */
    synchronized void onArrived(Link link, TaskAddress task) {
        Child child = expected.get(link.peer().rank());
        if (child == null) return;
        process.route(task, link);
        child.address().complete(task);
    }

    // ---- at the child ----

    /** {@return what the process that has spawned this one says; null if this process is no task's child} */
    Family askParent() {
        Communicator parents = world.dynamic().parent();
        if (parents == null || world.size() != 1 || parents.remoteGroup().size() != 1) return null;
        spawner = parents.remoteGroup().worldRanks()[0];
        Peer peer = process.frames().peer(spawner);
        if (!peer.hasLayer()) return null;
        Reply reply = process.await(peer.request(TaskLayer.PARENT, 0, null, ROOM));
        if (reply.word() == 0) return null;
        parents.free();
        Family family = Family.decode(reply.payload());
        Link link = process.link(spawner);
        process.watch(link);
        process.meetings().note(spawner, link);
        process.route(family.spawner(), link);
        return family;
    }

    /** Tells the process that has spawned this one where its first task is. */
    void arrive(TaskAddress own) {
        process.frames().peer(spawner).send(TaskLayer.ARRIVED, 0, Item.bytes(own));
    }
}
