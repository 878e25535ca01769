package org.jmpi.pvm;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jmpi.comm.frame.Answer;
import org.jmpi.comm.frame.Frames;
import org.jmpi.comm.frame.Layer;
import org.jmpi.comm.session.RankWorld;

/** The frames of tasks. A process without a task drops those that come. */
public final class TaskLayer implements Layer {
    static final int MESSAGE = 0;
    static final int PART = 1;

    /** A task has ended. */
    static final int END = 2;

    /** All tasks are to end. */
    static final int HALT = 3;

    /** Asks for an answer that never comes: the request fails when the process ends. */
    static final int WATCH = 4;

    /** A process that was spawned asks for its parent. */
    static final int PARENT = 5;

    /** Asks for the tasks of a process, and for those that it has spawned. */
    static final int TASKS = 6;

    /** Asks the daemon for tasks. */
    static final int SPAWN = 7;

    /** Asks the daemon for more hosts. */
    static final int ADD_HOSTS = 8;

    /** Asks the daemon for its hosts. */
    static final int HOSTS = 9;

    /** Tells the daemon of a task. */
    static final int REGISTER = 10;

    /** Tells the process that has spawned this one where its task is. */
    static final int ARRIVED = 11;

    /** Kept, so that nobody takes a request for one that was forgotten. */
    private final List<Answer> watches = new CopyOnWriteArrayList<>();

    private Frames frames;

    /** Null while there is no task. */
    private volatile TaskProcess process;

    /** Does something with a frame, if there are tasks. */
    private interface Reaction {
        void by(TaskProcess process, Link link, long word, ByteBuffer payload);
    }

    /** Answers a question, if this process is the daemon. */
    private interface Service {
        void by(Daemon daemon, ByteBuffer payload, Answer answer);
    }

    /** Returns the layer of a process, which its first task opens: programs without tasks have none. */
    static TaskLayer of(RankWorld world) {
        return world.process().layer(TaskLayer.class, TaskLayer::new);
    }

    @Override
    public String name() {
        return "org.jmpi.pvm";
    }

    @Override
    public void open(Frames opened) {
        frames = opened;
        register(MESSAGE, (tasks, link, word, payload) -> link.onMessage(word, payload, tasks.delivery(link)));
        register(PART, (tasks, link, word, payload) -> link.onPart(word, payload, tasks.delivery(link)));
        register(END, (tasks, link, word, payload) -> tasks.onEnd(link, payload));
        register(
                ARRIVED,
                (tasks, link, word, payload) ->
                        tasks.children().onArrived(link, Item.readAddress(payload.order(Items.ORDER))));
        register(HALT, (tasks, link, word, payload) -> tasks.onHalt());
        opened.register(WATCH, (from, word, payload, answer) -> watches.add(answer));
        opened.register(PARENT, (from, word, payload, answer) -> {
            TaskProcess tasks = process;
            if (tasks == null) answer.send(0, null);
            else tasks.children().onAsked(from.rank(), answer);
        });
        opened.register(TASKS, (from, word, payload, answer) -> {
            TaskProcess tasks = process;
            answer.send(0, tasks == null ? null : tasks.known().encode());
        });
        register(SPAWN, Daemon::onSpawn);
        register(ADD_HOSTS, Daemon::onAddHosts);
        register(HOSTS, (daemon, payload, answer) -> daemon.onHosts(answer));
        register(REGISTER, Daemon::onRegister);
    }

    private void register(int id, Reaction reaction) {
        frames.register(id, (from, word, payload) -> {
            TaskProcess tasks = process;
            if (tasks != null) reaction.by(tasks, tasks.link(from.rank()), word, payload);
        });
    }

    private void register(int id, Service service) {
        frames.register(id, (from, word, payload, answer) -> {
            TaskProcess tasks = process;
            Daemon daemon = tasks == null ? null : tasks.ownDaemon();
            if (daemon == null) answer.send(0, null);
            else service.by(daemon, payload, answer);
        });
    }

    Frames frames() {
        return frames;
    }

    TaskProcess process() {
        return process;
    }

    void process(TaskProcess tasks) {
        process = tasks;
        if (tasks == null) watches.clear();
    }
}
