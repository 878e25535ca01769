package org.jmpi.pvm;

import java.nio.ByteBuffer;

/**
 * The place of a process among the others: its parent tells it, or it finds out by itself.
 *
 * @param parent the task that has spawned it; null if none has
 * @param origin the task from which all others descend; null for the first one of this process
 * @param spawner a task of the process that has started it; null if none has
 * @param daemon null if there is none
 * @param local whether all tasks are on this host, so that the loopback device suffices
 */
record Family(TaskAddress parent, TaskAddress origin, TaskAddress spawner, TaskAddress daemon, boolean local) {
    ByteBuffer encode() {
        Items items = new Items();
        items.add(new Item(ItemType.TID, new TaskAddress[] {parent, origin, spawner}));
        items.add(new Item(ItemType.TID, daemon == null ? new TaskAddress[0] : new TaskAddress[] {daemon}));
        items.add(Item.of(new byte[] {(byte) (local ? 1 : 0)}, 1, 1));
        return items.encode(0);
    }

    static Family decode(ByteBuffer bytes) {
        Items items = Items.decode(bytes);
        TaskAddress[] three = (TaskAddress[]) items.get(0).elements();
        TaskAddress[] daemon = (TaskAddress[]) items.get(1).elements();
        boolean local = ((byte[]) items.get(2).elements())[0] == 1;
        return new Family(three[0], three[1], three[2], daemon.length == 0 ? null : daemon[0], local);
    }
}
