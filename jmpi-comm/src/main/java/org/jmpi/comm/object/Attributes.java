package org.jmpi.comm.object;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * The values that are cached with an object at this rank (MPI-4.1 section 7.7). The functions of a key are called
 * without a lock, and may set and remove attributes.
 */
public final class Attributes {
    private static final Map<Integer, Attribute> NONE = Map.of();

    private record Attribute(Keyval key, Object value) {}

    private final Object object;
    private Map<Integer, Object> predefined;

    /** In the order in which they were set, since Finalize removes the last one first; made for the first one. */
    private volatile Map<Integer, Attribute> own = NONE;

    /**
     * Creates the attributes of an object.
     *
     * @param object is given to the functions of keys
     * @param predefined those that the program can't change
     */
    public Attributes(Object object, Map<Integer, Object> predefined) {
        this.object = object;
        this.predefined = predefined;
    }

    /**
     * Adds attributes that the program can't change; before it has the object.
     *
     * @param more by their keys
     */
    public void predefine(Map<Integer, Object> more) {
        Map<Integer, Object> all = new HashMap<>(predefined);
        all.putAll(more);
        predefined = Map.copyOf(all);
    }

    /**
     * {@return the value of an attribute; null if there is none}
     *
     * @param key the number of a key
     */
    public Object get(int key) {
        Object value = predefined.get(key);
        if (value != null) return value;
        Attribute attribute = own.get(key);
        return attribute == null ? null : attribute.value;
    }

    /**
     * {@return whether the program can't change the attribute}
     *
     * @param key the number of a key
     */
    public boolean isPredefined(int key) {
        return predefined.containsKey(key);
    }

    /**
     * Sets an attribute; the one before is removed first.
     *
     * @param key from {@link Keyvals}
     * @param value the attribute's value from now on
     * @throws CommException of class ARG if the value is null, or the key is predefined
     */
    public void set(Keyval key, Object value) {
        checkOwn(key.number());
        if (value == null)
            throw new CommException(
                    ErrorClass.ARG, "attribute is null: keyval=" + key.number() + "; delete it instead");
        Attribute before = own.get(key.number());
        if (before != null) {
            before.key.delete(object, before.value);
            own.remove(key.number());
        }
        toChange().put(key.number(), new Attribute(key, value));
    }

    private synchronized Map<Integer, Attribute> toChange() {
        if (own == NONE) own = Collections.synchronizedMap(new LinkedHashMap<>());
        return own;
    }

    /**
     * Removes an attribute, if there is one.
     *
     * @param key any number but those of the predefined attributes
     * @throws CommException of class ARG if the key is predefined
     */
    public void delete(int key) {
        checkOwn(key);
        Attribute attribute = own.get(key);
        if (attribute == null) return;
        attribute.key.delete(object, attribute.value);
        own.remove(key, attribute);
    }

    private void checkOwn(int key) {
        if (isPredefined(key)) throw new CommException(ErrorClass.ARG, "attribute is predefined: keyval=" + key);
    }

    /** The attributes of an object that is to be made. */
    public static final class Copies {
        private static final Copies NONE = new Copies();

        private final List<Attribute> attributes = new ArrayList<>();

        private Copies() {}

        /**
         * Sets the attributes of the object.
         *
         * @param copy the attributes of the new object
         */
        public void setIn(Attributes copy) {
            for (Attribute attribute : attributes) copy.set(attribute.key, attribute.value);
        }
    }

    /** {@return the attributes that a copy of this object gets, as the functions of the keys say} */
    public Copies copies() {
        if (own == NONE) return Copies.NONE;
        Copies copies = new Copies();
        for (Attribute attribute : inOrder()) {
            Object value = attribute.key.copy(object, attribute.value);
            if (value != null) copies.attributes.add(new Attribute(attribute.key, value));
        }
        return copies;
    }

    /** Removes all attributes, the last one first: the object is about to be freed. */
    public void deleteAll() {
        List<Attribute> attributes = inOrder();
        Collections.reverse(attributes);
        for (Attribute attribute : attributes) delete(attribute.key.number());
    }

    private List<Attribute> inOrder() {
        Map<Integer, Attribute> all = own;
        if (all == NONE) return List.of();
        synchronized (all) {
            return new ArrayList<>(all.values());
        }
    }
}
