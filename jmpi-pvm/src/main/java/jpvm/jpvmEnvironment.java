package jpvm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.error.CommException;
import org.jmpi.pvm.DaemonFile;
import org.jmpi.pvm.EndPoint;
import org.jmpi.pvm.Parcel;
import org.jmpi.pvm.PvmException;
import org.jmpi.pvm.TaskAddress;
import org.jmpi.pvm.TaskProcess;

/**
 * A task of the virtual machine. A program makes one, and calls {@link #pvm_exit} at its end; it may make several, each
 * of which is a task of its own. Any thread may call the methods.
 *
 * <pre>
 * jpvmEnvironment jpvm = new jpvmEnvironment();
 * if (jpvm.pvm_parent() == jpvmEnvironment.PvmNoParent) {
 *     jpvmTaskId[] tids = new jpvmTaskId[1];
 *     jpvm.pvm_spawn("Hello", 1, tids);
 *     jpvmMessage message = jpvm.pvm_recv(tids[0]);
 * }
 * jpvm.pvm_exit();
 * </pre>
 *
 * <p>{@code pvm_recv} waits for a message, {@code pvm_nrecv} returns null if none has come, and {@code pvm_probe} looks
 * whether one has. They throw {@link jpvmException} if this task has ended, the tag is negative, or the id is null;
 * {@code pvm_recv} also if the sender has ended and has no such message left here.
 *
 * <p>The process is a rank of MPI's, too. A program that calls {@code MPI.Init} does so before it makes its first task,
 * and calls {@code MPI.Finalize} after the last {@link #pvm_exit}.
 */
@SuppressWarnings("checkstyle:javadocmethod") // what several calls have in common is said once, above
public class jpvmEnvironment {
    /** The parent of a task that no other one has spawned. */
    public static final jpvmTaskId PvmNoParent = null;

    private final EndPoint task;
    private final jpvmTaskId tid;

    /** A call that may fail. */
    private interface Call<T> {
        T make();
    }

    /**
     * Makes a task.
     *
     * @throws jpvmException if it can't be made
     */
    public jpvmEnvironment() throws jpvmException {
        this(false, null);
    }

    /**
     * Makes a task.
     *
     * @param taskName its name in lists of tasks
     * @throws jpvmException if it can't be made
     */
    public jpvmEnvironment(String taskName) throws jpvmException {
        this(false, taskName);
    }

    /**
     * Makes a task.
     *
     * @param isDaemon whether it is a daemon, which looks for no other one
     * @throws jpvmException if it can't be made
     */
    public jpvmEnvironment(boolean isDaemon) throws jpvmException {
        this(isDaemon, null);
    }

    /**
     * Makes a task.
     *
     * @param isDaemon whether it is a daemon, which looks for no other one
     * @param taskName its name in lists of tasks; null for that of the class with {@code main}
     * @throws jpvmException if it can't be made
     */
    public jpvmEnvironment(boolean isDaemon, String taskName) throws jpvmException {
        task = checked(() -> TaskProcess.open(taskName == null ? mainClass() : taskName, isDaemon));
        tid = jpvmTaskId.of(task.address());
    }

    private static String mainClass() {
        StackTraceElement[] stack = Thread.currentThread().getStackTrace();
        for (int i = stack.length - 1; i >= 0; i--)
            if (stack[i].getMethodName().equals("main")) return stack[i].getClassName();
        return "task";
    }

    private static <T> T checked(Call<T> call) throws jpvmException {
        try {
            return call.make();
        } catch (PvmException | CommException e) {
            throw new jpvmException(e);
        }
    }

    // ---- this task ----

    /** {@return the id of this task} */
    public jpvmTaskId pvm_mytid() {
        return tid;
    }

    /** {@return the id of the task that has spawned this one; {@link #PvmNoParent} if none has} */
    public jpvmTaskId pvm_parent() {
        return jpvmTaskId.of(task.process().parent());
    }

    /**
     * Ends this task. Others receive what it has sent before. Calls that need it fail from then on.
     *
     * @throws jpvmException if it has ended already
     */
    public void pvm_exit() throws jpvmException {
        checked(() -> {
            task.process().exit(task);
            return null;
        });
    }

    /**
     * Starts tasks: each is a process that runs the main method of a class without an argument.
     *
     * @param task_name the class
     * @param num how many, at least 0
     * @param tids takes their ids
     * @return how many have started; fewer if there was no room for some
     * @throws jpvmException if none has, with the reason
     */
    public int pvm_spawn(String task_name, int num, jpvmTaskId[] tids) throws jpvmException {
        if (task_name == null || task_name.isBlank()) throw new jpvmException("pvm_spawn without the name of a class");
        if (num < 0 || num > 0 && (tids == null || tids.length < num))
            throw new jpvmException("pvm_spawn of " + num + " tasks, room for " + (tids == null ? 0 : tids.length)
                    + " ids: num is 0 or greater, and tids has num elements");
        if (num == 0) return 0;
        List<TaskAddress> started = checked(() -> task.process().spawn(task_name, num, task));
        for (int i = 0; i < started.size(); i++) tids[i] = jpvmTaskId.of(started.get(i));
        return started.size();
    }

    // ---- messages ----

    /**
     * Sends a buffer to a task; returns when the caller may pack more into it. A task gets its own messages without a
     * copy.
     *
     * @param buf what is sent
     * @param tid the receiver
     * @param tag at least 0
     * @throws jpvmException if the receiver has ended, or an argument is not valid
     */
    public synchronized void pvm_send(jpvmBuffer buf, jpvmTaskId tid, int tag) throws jpvmException {
        if (buf == null) throw new jpvmException("pvm_send of a buffer that is null");
        checkTag(tag);
        TaskAddress to = address(tid);
        checked(() -> {
            task.process().send(task, to, tag, buf, buf.items());
            return null;
        });
    }

    /**
     * Sends a buffer to several tasks.
     *
     * @param buf what is sent
     * @param tids the receivers
     * @param ntids how many of them
     * @param tag at least 0
     * @throws jpvmException as {@link #pvm_send}; those before the receiver that it names have got the buffer
     */
    public synchronized void pvm_mcast(jpvmBuffer buf, jpvmTaskId[] tids, int ntids, int tag) throws jpvmException {
        if (ntids < 0 || tids == null || ntids > tids.length)
            throw new jpvmException("pvm_mcast to " + ntids + " tasks of "
                    + (tids == null ? "null" : tids.length + " ids") + ": ntids is at most the length of tids");
        for (int i = 0; i < ntids; i++) pvm_send(buf, tids[i], tag);
    }

    private static void checkTag(int tag) throws jpvmException {
        if (tag < 0) throw new jpvmException("tag is negative: tag=" + tag + ", from 0 to " + Integer.MAX_VALUE);
    }

    private static TaskAddress address(jpvmTaskId tid) throws jpvmException {
        if (tid == null) throw new jpvmException("tid is null: take one of pvm_spawn, pvm_parent or a message");
        return tid.address();
    }

    private jpvmMessage message(Parcel parcel) {
        if (parcel == null) return null;
        jpvmBuffer buffer = parcel.buffer() instanceof jpvmBuffer own ? own : new jpvmBuffer(parcel.items());
        return new jpvmMessage(buffer, tid, jpvmTaskId.of(parcel.source()), parcel.tag());
    }

    private jpvmMessage receive(TaskAddress from, int tag) throws jpvmException {
        return checked(() -> message(task.receive(from, tag)));
    }

    private jpvmMessage poll(TaskAddress from, int tag) throws jpvmException {
        return checked(() -> message(task.poll(from, tag, true)));
    }

    private boolean probe(TaskAddress from, int tag) throws jpvmException {
        return checked(() -> task.poll(from, tag, false) != null);
    }

    /** {@return the first message of any task, with any tag} */
    public jpvmMessage pvm_recv() throws jpvmException {
        return receive(null, EndPoint.ANY_TAG);
    }

    /** {@return the first message of any task with a tag} */
    public jpvmMessage pvm_recv(int tag) throws jpvmException {
        checkTag(tag);
        return receive(null, tag);
    }

    /** {@return the first message of a task} */
    public jpvmMessage pvm_recv(jpvmTaskId tid) throws jpvmException {
        return receive(address(tid), EndPoint.ANY_TAG);
    }

    /** {@return the first message of a task with a tag} */
    public jpvmMessage pvm_recv(jpvmTaskId tid, int tag) throws jpvmException {
        checkTag(tag);
        return receive(address(tid), tag);
    }

    /** {@return a message of any task, with any tag; null if none has come} */
    public jpvmMessage pvm_nrecv() throws jpvmException {
        return poll(null, EndPoint.ANY_TAG);
    }

    /** {@return a message of any task with a tag; null if none has come} */
    public jpvmMessage pvm_nrecv(int tag) throws jpvmException {
        checkTag(tag);
        return poll(null, tag);
    }

    /** {@return a message of a task; null if none has come} */
    public jpvmMessage pvm_nrecv(jpvmTaskId tid) throws jpvmException {
        return poll(address(tid), EndPoint.ANY_TAG);
    }

    /** {@return a message of a task with a tag; null if none has come} */
    public jpvmMessage pvm_nrecv(jpvmTaskId tid, int tag) throws jpvmException {
        checkTag(tag);
        return poll(address(tid), tag);
    }

    /** {@return whether a message has come} */
    public boolean pvm_probe() throws jpvmException {
        return probe(null, EndPoint.ANY_TAG);
    }

    /** {@return whether a message with a tag has come} */
    public boolean pvm_probe(int tag) throws jpvmException {
        checkTag(tag);
        return probe(null, tag);
    }

    /** {@return whether a message of a task has come} */
    public boolean pvm_probe(jpvmTaskId tid) throws jpvmException {
        return probe(address(tid), EndPoint.ANY_TAG);
    }

    /** {@return whether a message of a task with a tag has come} */
    public boolean pvm_probe(jpvmTaskId tid, int tag) throws jpvmException {
        checkTag(tag);
        return probe(address(tid), tag);
    }

    // ---- the virtual machine ----

    /** {@return the hosts of the daemon; without a daemon those on which tasks run, this one first} */
    public jpvmConfiguration pvm_config() {
        Map<String, jpvmTaskId> hosts = new LinkedHashMap<>();
        try {
            if (task.process().hasDaemon())
                for (TaskAddress each : task.process().daemons()) hosts.put(each.host(), jpvmTaskId.of(each));
        } catch (PvmException e) {
            hosts.clear(); // it has ended
        }
        if (hosts.isEmpty()) {
            hosts.put(tid.getHost(), tid);
            TaskProcess.tasks(task).keySet().forEach(each -> hosts.putIfAbsent(each.host(), jpvmTaskId.of(each)));
        }
        jpvmConfiguration conf = new jpvmConfiguration(hosts.size());
        conf.hostNames = hosts.keySet().toArray(String[]::new);
        conf.hostDaemonTids = hosts.values().toArray(jpvmTaskId[]::new);
        return conf;
    }

    /**
     * {@return the tasks on a host that have not ended}
     *
     * @param conf the hosts, as {@link #pvm_config} has returned them
     * @param which the index of the host; without such a host there is no task
     */
    public jpvmTaskStatus pvm_tasks(jpvmConfiguration conf, int which) {
        jpvmTaskStatus status = new jpvmTaskStatus();
        List<String> names = new ArrayList<>();
        List<jpvmTaskId> tids = new ArrayList<>();
        if (conf != null && which >= 0 && which < conf.numHosts) {
            status.hostName = conf.hostNames[which];
            TaskProcess.tasks(task).forEach((each, name) -> {
                if (!each.host().equalsIgnoreCase(status.hostName)) return;
                names.add(name);
                tids.add(jpvmTaskId.of(each));
            });
        }
        status.numTasks = tids.size();
        status.taskNames = names.toArray(String[]::new);
        status.taskTids = tids.toArray(jpvmTaskId[]::new);
        return status;
    }

    /**
     * Has the daemon add hosts.
     *
     * @param nhosts how many
     * @param hostnames their names
     * @param daemonTids takes the id of the daemon of each; null if the program does not need them
     * @throws jpvmException if there is no daemon, or a host can't be reached
     */
    public void pvm_addhosts(int nhosts, String[] hostnames, jpvmTaskId[] daemonTids) throws jpvmException {
        if (nhosts < 0 || hostnames == null || hostnames.length < nhosts)
            throw new jpvmException("pvm_addhosts of " + nhosts + " hosts, with "
                    + (hostnames == null ? 0 : hostnames.length) + " names");
        if (daemonTids != null && daemonTids.length < nhosts)
            throw new jpvmException("pvm_addhosts of " + nhosts + " hosts, room for " + daemonTids.length + " ids");
        List<String> names = new ArrayList<>(List.of(hostnames).subList(0, nhosts));
        List<TaskAddress> added = checked(() -> task.process().addHosts(names));
        for (int i = 0; daemonTids != null && i < nhosts; i++) daemonTids[i] = jpvmTaskId.of(added.get(i));
    }

    /**
     * {@return the name of the file by which programs find the daemon} It is in the folder of what the user's jobs know
     * of each other, unless the property {@code jpvm.daemon.file} names another one.
     *
     * @throws jpvmException if others can use the folder
     */
    public static String pvm_daemon_file_name() throws jpvmException {
        try {
            return DaemonFile.ofUser().path().toString();
        } catch (IOException e) {
            throw new jpvmException("no daemon file: " + e.getMessage());
        }
    }

    /**
     * Ends all tasks and their processes, this one and the daemon too. Does not return.
     *
     * @throws jpvmException if this task has ended
     */
    public void pvm_halt() throws jpvmException {
        checked(() -> {
            task.process().halt(task);
            return null;
        });
    }

    // ---- for the commands ----

    /** Makes this process the daemon. */
    void serve() throws jpvmException {
        checked(() -> {
            task.process().serve(task);
            return null;
        });
    }

    /** Refuses to go on without a daemon. */
    void requireDaemon() throws jpvmException {
        if (!task.process().hasDaemon())
            throw new jpvmException(
                    "no daemon runs: " + pvm_daemon_file_name() + " is not there; start jpvm.jpvmDaemon");
    }
}
