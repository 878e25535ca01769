package org.jmpi.pvm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.frame.Frames;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.session.RankWorld;
import org.jmpi.world.CurrentWorld;

/** The tasks of this process, and its ways to those of others. */
public final class TaskProcess {
    private static final Object OPENING = new Object();

    /** An event that does not come: a look at it moves what can be moved. */
    private static final Completion NEVER = new Completion() {
        @Override
        public boolean isDone() {
            return false;
        }

        @Override
        public void wakes(Runnable alarm) {
            // It does not come.
        }
    };

    private final RankWorld world;
    private final TaskLayer layer;

    /** Whether the first task has begun the world of this process: then the last one ends it. */
    private final boolean ownsWorld;

    private final boolean local;
    private final Meetings meetings;
    private final Children children;

    /** The tasks of this process, by port. */
    private final Map<Integer, EndPoint> endPoints = new ConcurrentHashMap<>();

    private final Map<Integer, Meetings.Door> doors = new ConcurrentHashMap<>();
    private final Map<Integer, Link> links = new ConcurrentHashMap<>();
    private final Map<TaskAddress, Link> routes = new ConcurrentHashMap<>();
    private final Set<TaskAddress> ended = ConcurrentHashMap.newKeySet();

    private TaskAddress parent;
    private volatile TaskAddress origin;

    private TaskProcess(RankWorld world, TaskLayer layer, boolean ownsWorld) throws IOException {
        this.world = world;
        this.layer = layer;
        this.ownsWorld = ownsWorld;
        String hosts = System.getenv(LaunchEnvironment.UNIVERSE_HOSTS);
        this.local = hosts == null || hosts.equals("1");
        this.meetings = new Meetings(world, this, local);
        this.children = new Children(world, this);
    }

    // ---- tasks ----

    /**
     * Makes a task of this process, the first one of which begins MPI's world if the program has not.
     *
     * @param name for lists of tasks
     * @return the task
     * @throws PvmException if the process can't listen, or JMPI's settings are wrong
     */
    public static EndPoint open(String name) {
        synchronized (OPENING) {
            try {
                return openNow(name);
            } catch (IOException | CommException e) {
                throw new PvmException("no task can be made: " + e.getMessage(), e);
            }
        }
    }

    private static EndPoint openNow(String name) throws IOException {
        boolean begins = !CurrentWorld.isInitialized() || CurrentWorld.isFinalized();
        if (begins) CurrentWorld.init();
        RankWorld world = CurrentWorld.get();
        TaskLayer layer = TaskLayer.of(world);
        if (layer == null)
            throw new PvmException("MPI.Init has found no layer of tasks: put jmpi-pvm into the same class path or"
                    + " module path as the program");
        TaskProcess process = layer.process();
        boolean isFirst = process == null;
        if (isFirst) {
            process = new TaskProcess(world, layer, begins);
            layer.process(process);
        }
        EndPoint opened = process.add(name);
        if (isFirst) process.findParent(opened.address());
        return opened;
    }

    private EndPoint add(String name) throws IOException {
        Meetings.Door door = meetings.listen();
        EndPoint added = new EndPoint(this, new TaskAddress(world.processorName(), door.port()), name);
        endPoints.put(door.port(), added);
        doors.put(door.port(), door);
        return added;
    }

    private void findParent(TaskAddress first) {
        TaskAddress[] found = children.askParent(first);
        parent = found == null ? null : found[0];
        origin = found == null ? first : found[1];
    }

    /** {@return the task that has spawned this process; null if none has} */
    public TaskAddress parent() {
        return parent;
    }

    /** Returns the task from which all others descend. */
    TaskAddress origin() {
        return origin;
    }

    /**
     * Ends a task: others learn of it after its messages. The last one of this process ends MPI's world if a task has
     * begun it.
     *
     * @param task one of this process
     */
    public void exit(EndPoint task) {
        task.checkOpen();
        task.close();
        boolean last;
        synchronized (OPENING) {
            endPoints.remove(task.address().port());
            last = endPoints.isEmpty();
            doors.remove(task.address().port()).server().close();
            ended.add(task.address());
            if (last) layer.process(null);
        }
        tellEnd(task.address());
        endPoints.values().forEach(EndPoint::lookAgain);
        if (last && ownsWorld && !world.isFinished()) world.finish();
    }

    private void tellEnd(TaskAddress task) {
        for (Link link : links.values()) {
            if (world.isFinished() || link.isGone()) continue;
            try {
                link.peer().send(TaskLayer.END, 0, address(task));
            } catch (CommException e) {
                // It has ended meanwhile, and needs no word of this.
                continue;
            }
        }
    }

    private static ByteBuffer address(TaskAddress task) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * Integer.BYTES + task.host().length() * Character.BYTES)
                .order(Items.ORDER);
        Item.write(bytes, task);
        return bytes.flip();
    }

    /** Takes the word that a task has ended, on a thread that receives. */
    void onEnd(ByteBuffer payload) {
        ended.add(Item.readAddress(payload.order(Items.ORDER)));
        endPoints.values().forEach(EndPoint::lookAgain);
    }

    /** Returns whether a task is known to have ended. */
    boolean hasEnded(TaskAddress task) {
        if (ended.contains(task)) return true;
        Link link = routes.get(task);
        return link != null && link.isGone();
    }

    static PvmException ended(TaskAddress task) {
        return new PvmException("task " + task + " has ended: it neither receives nor sends");
    }

    // ---- messages ----

    /**
     * Sends a message.
     *
     * @param from the sender, a task of this process
     * @param to the receiver
     * @param tag at least 0
     * @param buffer what a message of a task to itself has
     * @param items what other messages have
     * @throws PvmException if the receiver has ended, or is no task
     */
    public void send(EndPoint from, TaskAddress to, int tag, Object buffer, Items items) {
        from.checkOpen();
        EndPoint here = here(to);
        if (here == from) here.deliver(Parcel.local(from.address(), tag, buffer, items));
        else if (here != null) here.deliver(Parcel.local(from.address(), tag, null, items.copy()));
        else {
            Link link = reach(to);
            try {
                link.send(from.address(), to.port(), tag, items);
            } catch (CommException e) {
                throw new PvmException(ended(to).getMessage() + " (" + e.getMessage() + ")", e);
            }
        }
    }

    /** Returns a task of this process; null if it is none. */
    EndPoint here(TaskAddress task) {
        EndPoint found = endPoints.get(task.port());
        return found != null && found.address().equals(task) ? found : null;
    }

    /** Returns the way to a task that has not ended. */
    Link reach(TaskAddress task) {
        if (ended.contains(task)) throw ended(task);
        Link known = routes.get(task);
        if (known != null && !known.isGone()) return known;
        if (known != null) throw ended(task);
        try {
            Link made = meetings.connect(task);
            route(task, made);
            return made;
        } catch (IOException | CommException e) {
            throw new PvmException(
                    "no task " + task + ": it has ended, or this is not its id (" + e.getMessage() + ")", e);
        }
    }

    /** Has a task of this process learn of the end of another one. */
    void watch(TaskAddress other, EndPoint waiting) {
        if (here(other) != null) return;
        try {
            reach(other);
        } catch (PvmException e) {
            ended.add(other);
            waiting.lookAgain();
        }
        if (hasEnded(other)) waiting.lookAgain();
    }

    Link link(int number) {
        return links.computeIfAbsent(number, each -> new Link(layer.frames(), each));
    }

    /** Notes the way to a task, which lives. */
    void route(TaskAddress task, Link link) {
        routes.put(task, link);
    }

    /** Returns what takes the messages that come by a link, on a thread that receives. */
    Link.Delivery delivery(Link link) {
        return (port, parcel) -> {
            routes.putIfAbsent(parcel.source(), link);
            EndPoint receiver = endPoints.get(port);
            if (receiver != null) receiver.deliver(parcel);
        };
    }

    /** Watches for the end of a process. */
    CompletableFuture<?> watch(Link link) {
        return link.watch(() -> endPoints.values().forEach(EndPoint::lookAgain));
    }

    // ---- waits ----

    /** Waits for a message; the calling thread moves messages meanwhile. */
    void await(Reception wait) {
        if (!wait.isDone()) world.process().engine().await(wait, "pvm_recv");
    }

    <T> T await(CompletableFuture<T> future) {
        return layer.frames().await(future);
    }

    /** Moves what can be moved now. */
    void progress() {
        world.process().engine().test(NEVER);
    }

    // ---- other processes ----

    Frames frames() {
        return layer.frames();
    }

    Meetings meetings() {
        return meetings;
    }

    Children children() {
        return children;
    }

    /** {@return the name of this host} */
    public String host() {
        return world.processorName();
    }

    /** Returns what this process says of tasks. */
    Known known() {
        List<Known.Named> own = new ArrayList<>();
        endPoints.values().forEach(each -> own.add(new Known.Named(each.address(), each.name())));
        return new Known(origin, own, children.named());
    }

    // ---- all tasks ----

    /**
     * {@return the tasks that have not ended, each with its name}
     *
     * @param own a task of this process
     */
    public static Map<TaskAddress, String> tasks(EndPoint own) {
        Map<TaskAddress, String> tasks = new LinkedHashMap<>();
        Roster.of(own).tasks().forEach(each -> tasks.put(each.address(), each.name()));
        return tasks;
    }

    /**
     * Ends all tasks, and this process. Does not return.
     *
     * @param own a task of this process
     */
    public void halt(EndPoint own) {
        own.checkOpen();
        Roster.of(own).halt();
        Halt.end(world);
    }

    /** Ends this process, by a thread of its own: a receiver must not wait. */
    void onHalt() {
        new Thread(() -> Halt.end(world), "jpvm-halt").start();
    }

    // ---- spawn ----

    /**
     * Starts tasks.
     *
     * @param command their class
     * @param count how many
     * @param by the task that spawns them
     * @return those that have started
     * @throws PvmException if none has
     */
    public List<TaskAddress> spawn(String command, int count, EndPoint by) {
        by.checkOpen();
        int threads = Math.min(count, Runtime.getRuntime().availableProcessors());
        ExecutorService starters = Executors.newFixedThreadPool(threads, body -> {
            Thread thread = new Thread(body, "jpvm-spawn");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<CompletableFuture<TaskAddress>> started = new ArrayList<>();
            for (int i = 0; i < count; i++)
                started.add(CompletableFuture.supplyAsync(() -> children.spawn(command, by.address()), starters));
            return started(command, started);
        } finally {
            starters.shutdown();
        }
    }

    private List<TaskAddress> started(String command, List<CompletableFuture<TaskAddress>> all) {
        List<TaskAddress> tasks = new ArrayList<>();
        Throwable failure = null;
        for (CompletableFuture<TaskAddress> each : all) {
            try {
                tasks.add(await(each));
            } catch (CompletionException e) {
                failure = e.getCause();
            } catch (CommException e) {
                failure = e;
            }
        }
        if (tasks.isEmpty() && failure != null)
            throw new PvmException("pvm_spawn of " + command + ": " + failure.getMessage(), failure);
        return tasks;
    }
}
