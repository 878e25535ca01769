package org.jmpi.pvm;

import java.io.File;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.frame.Reply;

/**
 * The daemon as a task sees it.
 *
 * @param process of the task
 * @param address of the daemon
 */
record DaemonClient(TaskProcess process, TaskAddress address) {
    private static final int ROOM = 16 << 10;

    /** Tells the daemon of a task that it has not started. */
    void register(EndPoint task) {
        Items items = new Items();
        items.add(new Item(ItemType.TID, new TaskAddress[] {task.address()}));
        items.add(Item.of(task.name()));
        try {
            ask(TaskLayer.REGISTER, items);
        } catch (PvmException e) {
            throw new PvmException(
                    "no daemon " + address + ": start jpvm.jpvmDaemon, or remove what names this one: the"
                            + " property " + DaemonFile.DAEMON + " or the daemon file (" + e.getMessage() + ")",
                    e);
        }
    }

    /**
     * Has tasks started.
     *
     * @throws PvmException if none has, with the reason
     */
    List<TaskAddress> spawn(String command, int count, TaskAddress parent) {
        Items order = new Items();
        order.add(Item.of(command));
        order.add(new Item(ItemType.INTEGER, new int[] {count}));
        order.add(new Item(ItemType.TID, new TaskAddress[] {parent}));
        order.add(Item.of(classPath()));
        return ask(TaskLayer.SPAWN, order);
    }

    /** Returns the class path of this program, as it is in any folder. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> Path.of(entry).toAbsolutePath().normalize().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * Has hosts added.
     *
     * @return the daemon of each
     * @throws PvmException if one can't be, with the reason
     */
    List<TaskAddress> addHosts(List<String> hosts) {
        Items names = new Items();
        for (String each : hosts) names.add(Item.of(each));
        return ask(TaskLayer.ADD_HOSTS, names);
    }

    /** Returns the daemons of all hosts. */
    List<TaskAddress> hosts() {
        return ask(TaskLayer.HOSTS, new Items());
    }

    private List<TaskAddress> ask(int id, Items question) {
        Items answer;
        try {
            ByteBuffer bytes = question.encode(0);
            Reply reply = process.await(process.reach(address).peer().request(id, 0, bytes, ROOM));
            if (reply.word() == 0) throw new PvmException("task " + address + " is no daemon");
            answer = Items.decode(reply.payload());
        } catch (CommException e) {
            throw new PvmException("the daemon " + address + " has ended: " + e.getMessage(), e);
        }
        if (answer.get(1) != null)
            throw new PvmException(new String((char[]) answer.get(1).elements()));
        return List.of((TaskAddress[]) answer.get(0).elements());
    }
}
