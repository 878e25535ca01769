package org.jmpi.pvm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What one process says of tasks.
 *
 * @param origin the first task, from which all others descend; null before it is known
 * @param own the tasks of the process
 * @param children the tasks that it has spawned
 */
record Known(TaskAddress origin, List<Named> own, List<Named> children) {
    /**
     * A task and its name.
     *
     * @param address of the task
     * @param name the name that the program gave it, or that of its class
     */
    record Named(TaskAddress address, String name) {}

    ByteBuffer encode() {
        Items items = new Items();
        items.add(new Item(ItemType.TID, origin == null ? new TaskAddress[0] : new TaskAddress[] {origin}));
        for (List<Named> each : List.of(own, children)) {
            items.add(new Item(ItemType.TID, each.stream().map(Named::address).toArray(TaskAddress[]::new)));
            for (Named task : each) items.add(Item.of(task.name()));
        }
        return items.encode(0);
    }

    static Known decode(ByteBuffer bytes) {
        Items items = Items.decode(bytes);
        TaskAddress[] first = (TaskAddress[]) items.get(0).elements();
        List<Named> own = named(items, 1);
        return new Known(first.length == 0 ? null : first[0], own, named(items, 2 + own.size()));
    }

    private static List<Named> named(Items items, int at) {
        List<Named> tasks = new ArrayList<>();
        for (TaskAddress each : (TaskAddress[]) items.get(at).elements())
            tasks.add(new Named(
                    each, new String((char[]) items.get(at + 1 + tasks.size()).elements())));
        return tasks;
    }
}
