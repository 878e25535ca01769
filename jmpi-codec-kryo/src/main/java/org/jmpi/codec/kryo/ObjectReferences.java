package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.util.MapReferenceResolver;
import java.util.Arrays;

/**
 * The objects of a message by number.
 *
 * <p>Those that are written are found by a table, probed from the identity hash code on. It is kept from message to message,
 * and emptied by the objects' numbers, so that a short message after a long one has little to empty (ObjectCodecBenchmark).
 */
@SuppressWarnings("rawtypes") // as Kryo's own methods
final class ObjectReferences extends MapReferenceResolver {
    private static final int FIRST_CAPACITY = 1 << 8;

    /** Larger tables are not kept. */
    private static final int KEPT_CAPACITY = 1 << 17;

    private final long most;

    /** Objects, at most half as many as there are places, and their numbers. */
    private Object[] objects;

    private int[] numbers;

    /** The place of each number. */
    private int[] places;

    private int written;

    /** The place where the object that was looked for last belongs. */
    private int free;

    /** @param most how many may be read */
    ObjectReferences(long most) {
        this.most = most;
        allocate(FIRST_CAPACITY);
    }

    private void allocate(int capacity) {
        objects = new Object[capacity];
        numbers = new int[capacity];
        places = new int[capacity / 2];
        written = 0;
    }

    @Override
    public int getWrittenId(Object object) {
        int place = System.identityHashCode(object) & objects.length - 1;
        for (Object there = objects[place]; there != null; there = objects[place]) {
            if (there == object) return numbers[place];
            place = place + 1 & objects.length - 1;
        }
        free = place;
        return -1;
    }

    /** Numbers an object that {@link #getWrittenId} has just been asked for. */
    @Override
    public int addWrittenObject(Object object) {
        if (written == places.length) {
            grow();
            getWrittenId(object);
        }
        objects[free] = object;
        numbers[free] = written;
        places[written] = free;
        return written++;
    }

    private void grow() {
        Object[] inOrder = new Object[written];
        for (int i = 0; i < written; i++) inOrder[i] = objects[places[i]];
        allocate(objects.length * 2);
        for (Object object : inOrder) {
            getWrittenId(object);
            addWrittenObject(object);
        }
    }

    @Override
    public int nextReadId(Class type) {
        if (readObjects.size() >= most) throw new KryoException("more objects than maxrefs=" + most);
        return super.nextReadId(type);
    }

    @Override
    public Object getReadObject(Class type, int id) {
        Object object = super.getReadObject(type, id);
        if (object != null) return object;
        throw new KryoException("cycle through an object that can't be made before what it holds: " + type.getName());
    }

    @Override
    public void reset() {
        super.reset();
        if (objects.length > KEPT_CAPACITY) {
            allocate(FIRST_CAPACITY);
        } else if (written > objects.length / 8) {
            Arrays.fill(objects, null);
        } else {
            for (int i = 0; i < written; i++) objects[places[i]] = null;
        }
        written = 0;
    }
}
