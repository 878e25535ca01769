package org.jmpi.pvm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
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
 *     | &lt;-- address of the task --- |   in its first jpvmEnvironment
 *     | --- addresses of parent,    |
 *     |     origin, daemon -------&gt; |   or none, if MPI's Spawn has started the process
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
    private final Map<Integer, Question> questions = new HashMap<>();

    private final List<Known.Named> children = new ArrayList<>();

    private record Child(TaskAddress parent, CompletableFuture<TaskAddress> address) {}

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

    private record Question(TaskAddress task, Answer answer) {}

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
        int number = -1;
        try {
            number = start(command, hints);
        } finally {
            begun(number, parent);
        }
        return await(number, command);
    }

    private int start(String command, Hints hints) {
        Communicator self;
        // By the lock of the other calls that duplicate this communicator.
        synchronized (world.dynamic()) {
            self = Communicators.dupIntra(world.selfComm());
        }
        try {
            SpawnArguments what = new SpawnArguments(new String[] {command}, null, new int[] {1}, hints::infos);
            Communicator both = world.dynamic().spawn(self, what, 0, null);
            int number = both.remoteGroup().worldRanks()[0];
            both.free();
            return number;
        } finally {
            self.free();
        }
    }

    /** Notes that a process has been spawned, or that none has, and answers those that have asked meanwhile. */
    private synchronized void begun(int number, TaskAddress parent) {
        spawning--;
        if (number >= 0) {
            expected.put(number, new Child(parent, new CompletableFuture<>()));
            Question asked = questions.remove(number);
            if (asked != null) answer(number, asked);
        }
        if (spawning > 0) return;
        questions.values().forEach(each -> each.answer().send(0, null));
        questions.clear();
    }

    private TaskAddress await(int number, String command) {
        CompletableFuture<TaskAddress> address;
        synchronized (this) {
            address = expected.get(number).address();
        }
        Link link = process.link(number);
        process.await(new Arrival(address, link, command), "pvm_spawn");
        synchronized (this) {
            expected.remove(number);
            if (!address.isDone())
                throw new PvmException("the process of " + command
                        + " has ended without a task: its main calls new jpvmEnvironment()");
            children.add(new Known.Named(address.join(), command));
        }
        process.watch(link);
        process.meetings().note(number, link);
        process.route(address.join(), link);
        return address.join();
    }

    /** Takes the question of a process, on a thread that receives. */
    synchronized void onAsked(int number, ByteBuffer payload, Answer answer) {
        Question asked = new Question(Item.readAddress(payload.order(Items.ORDER)), answer);
        if (expected.containsKey(number)) answer(number, asked);
        else if (spawning > 0) questions.put(number, asked);
        else answer.send(0, null);
    }

    private void answer(int number, Question asked) {
        Child child = expected.get(number);
        Items items = new Items();
        items.add(new Item(ItemType.TID, process.family(child.parent())));
        asked.answer().send(1, items.encode(0));
        child.address().complete(asked.task());
    }

    // ---- at the child ----

    /**
     * Asks the process that has spawned this one.
     *
     * @param own the first task here
     * @return the parent, the origin of all tasks, a task of the process that has spawned this one, and the daemon, if
     *     there is one; null if this process is no task's child
     */
    TaskAddress[] askParent(TaskAddress own) {
        Communicator parents = world.dynamic().parent();
        if (parents == null || world.size() != 1 || parents.remoteGroup().size() != 1) return null;
        int number = parents.remoteGroup().worldRanks()[0];
        Peer peer = process.frames().peer(number);
        if (!peer.hasLayer()) return null;
        ByteBuffer address = ByteBuffer.allocate(2 * Integer.BYTES + own.host().length() * Character.BYTES)
                .order(Items.ORDER);
        Item.write(address, own);
        Reply reply = process.await(peer.request(TaskLayer.PARENT, 0, address.flip(), ROOM));
        if (reply.word() == 0) return null;
        // Not waited for in Finalize: a task ends when it likes.
        parents.free();
        TaskAddress[] found =
                (TaskAddress[]) Items.decode(reply.payload()).get(0).elements();
        Link link = process.link(number);
        process.watch(link);
        process.meetings().note(number, link);
        process.route(found[2], link);
        return found;
    }
}
