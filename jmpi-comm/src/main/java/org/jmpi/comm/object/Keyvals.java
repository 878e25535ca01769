package org.jmpi.comm.object;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * The keys that a program has created for one kind of object (MPI-4.1 section 7.7). They belong to the program, not to
 * a rank: ranks that share a binding's classes share them.
 */
public final class Keyvals {
    /** No key. */
    public static final int INVALID = -1000;

    /** Goes on for all kinds, so that a key of one kind is none of another. */
    private static final AtomicInteger LAST = new AtomicInteger(INVALID);

    private final Map<Integer, Keyval> created = new ConcurrentHashMap<>();
    private final String kind;

    /**
     * Creates the keys of a kind: none.
     *
     * @param kind names the objects, such as "communicators"
     */
    public Keyvals(String kind) {
        this.kind = kind;
    }

    /**
     * {@return the number of a new key, below {@link #INVALID}}
     *
     * @param copy is called for each attribute of an object that is copied
     * @param delete is called for each attribute that is removed
     */
    public int create(Keyval.Copy copy, Keyval.Delete delete) {
        int number = LAST.decrementAndGet();
        created.put(number, new Keyval(number, copy, delete));
        return number;
    }

    /**
     * {@return a key}
     *
     * @param number of the key
     * @throws CommException of class KEYVAL if it was not created for this kind of object, or has been freed
     */
    public Keyval get(int number) {
        Keyval key = created.get(number);
        if (key == null) throw unknown(number);
        return key;
    }

    /**
     * {@return a key of any number} Under a number that is not created, attributes are copied, and nothing reacts to
     * their removal.
     *
     * @param number of the key
     */
    public Keyval any(int number) {
        Keyval key = created.get(number);
        return key != null ? key : new Keyval(number, (object, own, value) -> value, (object, own, value) -> {});
    }

    /**
     * Frees a key. Attributes under it stay, with its functions, until they are removed.
     *
     * @param number of the key
     * @throws CommException of class KEYVAL if it was not created for this kind of object, or has been freed
     */
    public void free(int number) {
        if (created.remove(number) == null) throw unknown(number);
    }

    private CommException unknown(int number) {
        return new CommException(
                ErrorClass.KEYVAL, "no key of " + kind + ": keyval=" + number + "; Create_keyval returns one");
    }
}
