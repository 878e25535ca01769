package org.jmpi.pvm;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jmpi.comm.frame.Answer;
import org.jmpi.comm.frame.Frames;
import org.jmpi.comm.frame.Layer;
import org.jmpi.comm.session.RankWorld;
import org.jmpi.world.CurrentWorld;

/** The frames of tasks. What comes while the process has no task is dropped. */
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

    private static final Map<RankWorld, TaskLayer> OF_WORLDS = Collections.synchronizedMap(new WeakHashMap<>());

    /** Kept, so that nobody takes a request for one that was forgotten. */
    private final List<Answer> watches = new CopyOnWriteArrayList<>();

    private Frames frames;

    /** Null while there is no task. */
    private volatile TaskProcess process;

    /** Does something with a frame, if there are tasks. */
    private interface Reaction {
        void by(TaskProcess process, Link link, long word, ByteBuffer payload);
    }

    /** {@return the layer of a world; null if its rank does not find this class's entry} */
    static TaskLayer of(RankWorld world) {
        return OF_WORLDS.get(world);
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
        register(END, (tasks, link, word, payload) -> tasks.onEnd(payload));
        register(HALT, (tasks, link, word, payload) -> tasks.onHalt());
        opened.register(WATCH, (from, word, payload, answer) -> watches.add(answer));
        opened.register(PARENT, (from, word, payload, answer) -> {
            TaskProcess tasks = process;
            if (tasks == null) answer.send(0, null);
            else tasks.children().onAsked(from.rank(), payload, answer);
        });
        opened.register(TASKS, (from, word, payload, answer) -> {
            TaskProcess tasks = process;
            answer.send(0, tasks == null ? null : tasks.known().encode());
        });
        OF_WORLDS.put(CurrentWorld.find(), this);
    }

    private void register(int id, Reaction reaction) {
        frames.register(id, (from, word, payload) -> {
            TaskProcess tasks = process;
            if (tasks != null) reaction.by(tasks, tasks.link(from.rank()), word, payload);
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
