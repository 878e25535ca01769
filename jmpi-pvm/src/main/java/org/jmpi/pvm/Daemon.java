package org.jmpi.pvm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jmpi.comm.frame.Answer;

/**
 * The daemon: it starts tasks for programs that no launcher has started, on its hosts in turn. It never passes messages
 * on. On each other host it has a task of its own, which shows that the host can be reached.
 *
 * <pre>
 *   task                                          daemon
 *     | -- command, count, parent, class path ---&gt; |   SPAWN
 *     | &lt;- tasks, or why there are none ---------- |
 *     | -- names of hosts -----------------------&gt; |   ADD_HOSTS
 *     | &lt;- their daemons, or why not ------------- |
 *     | -----------------------------------------&gt; |   HOSTS
 *     | &lt;- daemons of all hosts, this one first -- |
 * </pre>
 */
final class Daemon {
    /** The name of the tasks that are daemons: lists do not have them. */
    static final String NAME = "jpvm daemon";

    private static final String COMMAND = "jpvm.jpvmDaemon";

    private final TaskProcess process;
    private final EndPoint task;
    private final DaemonFile file;

    private final ExecutorService workers = Executors.newCachedThreadPool(body -> {
        Thread thread = new Thread(body, "jpvm-daemon");
        thread.setDaemon(true);
        return thread;
    });

    /** The daemon of each host; guarded by this, as what follows. */
    private final List<TaskAddress> hosts = new ArrayList<>();

    /** Which host has the next task. */
    private int next;

    /** Work whose result is the tasks of an answer. */
    private interface Work {
        List<TaskAddress> tasks();
    }

    private Daemon(EndPoint task, DaemonFile file) {
        this.process = task.process();
        this.task = task;
        this.file = file;
        hosts.add(task.address());
    }

    /**
     * Makes a task the daemon of this user.
     *
     * @throws IOException if there is one, or the file can't be written
     */
    static Daemon start(EndPoint task) throws IOException {
        DaemonFile file = DaemonFile.ofUser();
        DaemonFile.Entry other = file.find(task.address().host());
        if (other != null && task.process().isThere(other.address()))
            throw new IOException("a daemon runs already: " + other.address() + " (" + file.path()
                    + "); end it by command halt of jpvm.jpvmConsole");
        Daemon daemon = new Daemon(task, file);
        file.write(task.address(), task.process().isLocal());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> file.remove(task.address()), "jpvm-daemon-end"));
        return daemon;
    }

    /** Takes an order of tasks, on a thread that receives. */
    void onSpawn(ByteBuffer payload, Answer answer) {
        Items order = Items.decode(payload);
        String command = text(order, 0);
        int count = ((int[]) order.get(1).elements())[0];
        TaskAddress parent = ((TaskAddress[]) order.get(2).elements())[0];
        String classPath = text(order, 3);
        work(answer, () -> process.start(count, () -> children(command, parent, classPath)));
    }

    private TaskAddress children(String command, TaskAddress parent, String classPath) {
        return process.children().spawn(command, parent, new Children.Hints(nextHost(), classPath));
    }

    /** Returns the host of the next task; null if there is but one. */
    private synchronized String nextHost() {
        return hosts.size() == 1 ? null : hosts.get(next++ % hosts.size()).host();
    }

    /** Takes new hosts, on a thread that receives. */
    void onAddHosts(ByteBuffer payload, Answer answer) {
        Items names = Items.decode(payload);
        work(answer, () -> {
            List<TaskAddress> added = new ArrayList<>();
            for (int i = 0; names.get(i) != null; i++) added.add(add(text(names, i)));
            return added;
        });
    }

    private TaskAddress add(String host) {
        synchronized (this) {
            for (TaskAddress each : hosts) if (each.host().equalsIgnoreCase(host)) return each;
        }
        if (process.isLocal())
            throw new PvmException("no host " + host + ": the daemon listens on the loopback device alone; start it by"
                    + " jmpirun -np 1 -H THIS,HOST,... jpvm.jpvmDaemon, with the names of all hosts");
        TaskAddress there = process.children().spawn(COMMAND, task.address(), new Children.Hints(host, null));
        synchronized (this) {
            hosts.add(there);
        }
        return there;
    }

    /** Takes note of a task that the daemon has not started, on a thread that receives. */
    void onRegister(ByteBuffer payload, Answer answer) {
        Items task = Items.decode(payload);
        process.children().add(new Known.Named(((TaskAddress[]) task.get(0).elements())[0], text(task, 1)));
        onHosts(answer);
    }

    /** Takes a question for the hosts, on a thread that receives. */
    synchronized void onHosts(Answer answer) {
        answer.send(1, tasks(hosts).encode(0));
    }

    private static Items tasks(List<TaskAddress> tasks) {
        Items items = new Items();
        items.add(new Item(ItemType.TID, tasks.toArray(TaskAddress[]::new)));
        return items;
    }

    private static String text(Items items, int index) {
        return new String((char[]) items.get(index).elements());
    }

    private void work(Answer answer, Work work) {
        workers.execute(() -> {
            Items items;
            try {
                items = tasks(work.tasks());
            } catch (RuntimeException e) {
                items = tasks(List.of());
                items.add(Item.of(String.valueOf(e.getMessage())));
            }
            answer.send(1, items.encode(0));
        });
    }
}
