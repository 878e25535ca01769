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
import java.util.function.Supplier;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.frame.Frames;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.RecvRequest;
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

    private final Meetings meetings;
    private final Children children;

    /** The tasks of this process, by port. */
    private final Map<Integer, EndPoint> endPoints = new ConcurrentHashMap<>();

    private final Map<Integer, Meetings.Door> doors = new ConcurrentHashMap<>();
    private final Map<Integer, Link> links = new ConcurrentHashMap<>();
    private final Map<TaskAddress, Link> routes = new ConcurrentHashMap<>();
    private final Set<TaskAddress> ended = ConcurrentHashMap.newKeySet();

    /** Those of them that were tasks of this process. */
    private final Set<TaskAddress> ownEnded = ConcurrentHashMap.newKeySet();

    /** Whether this process is to be the daemon, or that of a host. */
    private final boolean isDaemon;

    /** Null if there is no daemon. */
    private DaemonClient daemon;

    /** Null unless this process is the daemon. */
    private volatile Daemon ownDaemon;

    private volatile Family family;
    private volatile TaskAddress origin;

    private TaskProcess(RankWorld world, TaskLayer layer, boolean ownsWorld, boolean isDaemon) throws IOException {
        this.isDaemon = isDaemon;
        this.world = world;
        this.layer = layer;
        this.ownsWorld = ownsWorld;
        this.meetings = new Meetings(world, this);
        this.children = new Children(world, this);
    }

    // ---- tasks ----

    /**
     * Makes a task of this process, the first one of which begins MPI's world if the program has not.
     *
     * @param name for lists of tasks
     * @param isDaemon whether it looks for no daemon: it is one
     * @return the task
     * @throws PvmException if the process can't listen, or JMPI's settings are wrong
     */
    public static EndPoint open(String name, boolean isDaemon) {
        synchronized (OPENING) {
            try {
                return openNow(name, isDaemon);
            } catch (IOException | CommException e) {
                throw new PvmException("no task can be made: " + e.getMessage(), e);
            }
        }
    }

    private static EndPoint openNow(String name, boolean isDaemon) throws IOException {
        boolean begins = !CurrentWorld.isInitialized() || CurrentWorld.isFinalized();
        if (begins) CurrentWorld.init();
        RankWorld world = CurrentWorld.get();
        TaskLayer layer = TaskLayer.of(world);
        TaskProcess process = layer.process();
        if (process != null) return process.add(name);
        process = new TaskProcess(world, layer, begins, isDaemon);
        layer.process(process);
        try {
            return process.first(name);
        } catch (IOException | RuntimeException e) {
            process.close();
            throw e;
        }
    }

    private EndPoint first(String name) throws IOException {
        Family found = children.askParent();
        family = found != null ? found : findDaemon();
        EndPoint task = add(name);
        if (family.daemon() != null) daemon = new DaemonClient(this, family.daemon());
        if (found != null) children.arrive(task.address());
        else if (daemon != null) daemon.register(task);
        origin = family.origin() == null ? task.address() : family.origin();
        return task;
    }

    private EndPoint add(String name) throws IOException {
        Meetings.Door door = meetings.listen();
        EndPoint added = new EndPoint(this, new TaskAddress(world.processorName(), door.port()), name);
        ended.remove(added.address());
        ownEnded.remove(added.address());
        endPoints.put(door.port(), added);
        doors.put(door.port(), door);
        return added;
    }

    /** Returns what a process finds out that no task has spawned: the daemon, unless a launcher has started it. */
    private Family findDaemon() throws IOException {
        String hosts = System.getenv(LaunchEnvironment.UNIVERSE_HOSTS);
        boolean local = hosts == null || hosts.equals("1");
        boolean launched = LaunchEnvironment.read(System.getenv()).isPresent();
        boolean looks = !isDaemon && (!launched || System.getProperty(DaemonFile.DAEMON) != null);
        DaemonFile.Entry found = looks ? DaemonFile.ofUser().find(host()) : null;
        if (found == null) return new Family(null, null, null, null, local);
        boolean isHere = found.local() && found.address().host().equalsIgnoreCase(host());
        return new Family(null, found.address(), null, found.address(), local && isHere);
    }

    /** Returns what a task is told that this process spawns. */
    Family family(TaskAddress itsParent) {
        TaskAddress here = endPoints.values().iterator().next().address();
        return new Family(itsParent, origin, here, ownDaemon != null ? here : family.daemon(), family.local());
    }

    /** {@return the task that has spawned this process; null if none has} */
    public TaskAddress parent() {
        return family.parent();
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
            ended.add(task.address());
            ownEnded.add(task.address());
            if (last) layer.process(null);
        }
        links.values().forEach(link -> tellEnd(link, task.address()));
        // Not before: a new task may get the port, and so the id, and send by the same connections.
        doors.remove(task.address().port()).server().close();
        endPoints.values().forEach(EndPoint::lookAgain);
        if (last) close();
    }

    /** Ends what the first task has begun. */
    private void close() {
        layer.process(null);
        doors.values().forEach(each -> each.server().close());
        meetings.close();
        if (ownsWorld && !world.isFinished()) world.finish();
    }

    private void tellEnd(Link link, TaskAddress task) {
        if (world.isFinished() || link.isGone()) return;
        try {
            link.peer().send(TaskLayer.END, 0, Item.bytes(task));
        } catch (CommException e) {
            // It has ended meanwhile, and needs no word of this.
            return;
        }
    }

    /** Tells a process that has just been reached which tasks of this one have ended: it may have looked for these. */
    void tellEnds(Link link) {
        // Either this thread sees the end of a task, or the one that ends it sees the link.
        ownEnded.forEach(task -> tellEnd(link, task));
    }

    /** Takes the word that a task has ended, on a thread that receives. */
    void onEnd(Link from, ByteBuffer payload) {
        TaskAddress task = Item.readAddress(payload.order(Items.ORDER));
        Link known = routes.get(task);
        // A new task may have its id already, in a process from which messages have come before this frame.
        if (known != null && known != from && !known.isGone()) return;
        children.remove(task);
        noteEnd(task);
    }

    /** Fails the threads that wait for a task that has ended. */
    private void noteEnd(TaskAddress task) {
        ended.add(task);
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

    /**
     * Returns the way to a task that has not ended. A new task may have the id of one that has: the system gives the
     * port of that one again.
     */
    Link reach(TaskAddress task) {
        Link known = routes.get(task);
        if (known != null && !hasEnded(task)) return known;
        // Not after the connection: the frame by which the new task ends may have come by then.
        boolean hadEnded = known != null && routes.remove(task, known);
        hadEnded |= ended.remove(task);
        try {
            Link made = meetings.connect(task);
            routes.put(task, made);
            return made;
        } catch (IOException | CommException e) {
            if (hadEnded) {
                // Threads may have begun to wait for it meanwhile.
                noteEnd(task);
                throw ended(task);
            }
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
            noteEnd(other);
        }
        if (hasEnded(other)) waiting.lookAgain();
    }

    Link link(int number) {
        return links.computeIfAbsent(number, each -> new Link(layer.frames(), each));
    }

    /** Notes the way to a task, by which a frame of it has come. */
    void route(TaskAddress task, Link link) {
        if (routes.put(task, link) != link) ended.remove(task);
    }

    /** Returns what takes the messages that come by a link, on a thread that receives. */
    Link.Delivery delivery(Link link) {
        return (port, parcel) -> {
            route(parcel.source(), link);
            EndPoint receiver = endPoints.get(port);
            if (receiver != null) receiver.deliver(parcel);
        };
    }

    /** Returns the rank of a task in this world; {@link RecvRequest#ANY_PEER} if it is not known to have one. */
    int rankOf(TaskAddress task) {
        if (here(task) != null) return world.rank();
        Link link = routes.get(task);
        return link != null && link.peer().rank() < world.size() ? link.peer().rank() : RecvRequest.ANY_PEER;
    }

    /** Watches for the end of a process. */
    CompletableFuture<?> watch(Link link) {
        return link.watch(() -> endPoints.values().forEach(EndPoint::lookAgain));
    }

    // ---- waits ----

    /** Waits; the calling thread moves messages meanwhile. */
    void await(Completion wait, String call) {
        if (!wait.isDone()) world.process().engine().await(wait, call);
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

    // ---- the daemon ----

    /**
     * Makes this process the daemon of its user, or of its host if another daemon has spawned it.
     *
     * @param task of this process
     * @throws PvmException if there is one
     */
    public void serve(EndPoint task) {
        if (family.parent() != null) return;
        try {
            ownDaemon = Daemon.start(task);
        } catch (IOException e) {
            throw new PvmException(e.getMessage(), e);
        }
    }

    /** Returns the daemon that this process is, or null. */
    Daemon ownDaemon() {
        return ownDaemon;
    }

    /** Returns whether this process reaches others of this host alone. */
    boolean isLocal() {
        return family.local();
    }

    /** Returns whether a task is there. */
    boolean isThere(TaskAddress task) {
        try {
            meetings.connect(task);
            return true;
        } catch (IOException | CommException e) {
            return false;
        }
    }

    /** {@return whether tasks have a daemon} */
    public boolean hasDaemon() {
        return daemon != null;
    }

    /** {@return the daemons of the hosts} */
    public List<TaskAddress> daemons() {
        return daemon().hosts();
    }

    /**
     * Has the daemon add hosts.
     *
     * @param hosts their names
     * @return the daemon of each
     * @throws PvmException if there is no daemon, or it can't
     */
    public List<TaskAddress> addHosts(List<String> hosts) {
        return daemon().addHosts(hosts);
    }

    private DaemonClient daemon() {
        if (daemon != null) return daemon;
        throw new PvmException(
                "there is no daemon: start jpvm.jpvmDaemon, or name the hosts by jmpirun -H or" + " --hostfile");
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
        try {
            return daemon != null
                    ? daemon.spawn(command, count, by.address())
                    : start(count, () -> children.spawn(command, by.address(), Children.Hints.NONE));
        } catch (PvmException e) {
            throw new PvmException("pvm_spawn of " + command + ": " + e.getMessage(), e);
        }
    }

    /**
     * Starts tasks, some at the same time.
     *
     * @param count how many
     * @param start starts one
     * @return those that have started
     * @throws PvmException if none has
     */
    List<TaskAddress> start(int count, Supplier<TaskAddress> start) {
        int threads = Math.min(count, Runtime.getRuntime().availableProcessors());
        ExecutorService starters = Executors.newFixedThreadPool(threads, body -> {
            Thread thread = new Thread(body, "jpvm-spawn");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<CompletableFuture<TaskAddress>> started = new ArrayList<>();
            for (int i = 0; i < count; i++) started.add(CompletableFuture.supplyAsync(start, starters));
            return started(started);
        } finally {
            starters.shutdown();
        }
    }

    private List<TaskAddress> started(List<CompletableFuture<TaskAddress>> all) {
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
        if (tasks.isEmpty() && failure != null) throw new PvmException(failure.getMessage(), failure);
        return tasks;
    }
}
