package org.jmpi.comm.progress;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Requests under the small numbers by which a peer names them. Guarded by the inbox's lock.
 *
 * @param <T> the requests
 */
final class RequestTable<T> {
    private final List<T> slots = new ArrayList<>();
    private int[] free = new int[16];
    private int freeCount;

    int add(T request) {
        if (freeCount > 0) {
            int id = free[--freeCount];
            slots.set(id, request);
            return id;
        }
        slots.add(request);
        return slots.size() - 1;
    }

    /**
     * Returns a request.
     *
     * @throws IllegalArgumentException if there is none of that number: no correct peer names one
     */
    T get(int id) {
        T request = id >= 0 && id < slots.size() ? slots.get(id) : null;
        if (request == null) throw new IllegalArgumentException("no request has the number " + id);
        return request;
    }

    T remove(int id) {
        T request = get(id);
        slots.set(id, null);
        if (freeCount == free.length) free = Arrays.copyOf(free, 2 * freeCount);
        free[freeCount++] = id;
        return request;
    }

    /** Removes those requests that a condition holds for; returns them. */
    List<T> removeIf(Predicate<? super T> condition) {
        List<T> removed = new ArrayList<>();
        for (int id = 0; id < slots.size(); id++)
            if (slots.get(id) != null && condition.test(slots.get(id))) removed.add(remove(id));
        return removed;
    }

    /** Returns the requests, in no order. */
    List<T> all() {
        List<T> requests = new ArrayList<>(slots);
        requests.removeIf(request -> request == null);
        return requests;
    }
}
