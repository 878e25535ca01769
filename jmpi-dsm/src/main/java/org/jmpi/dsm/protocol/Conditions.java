package org.jmpi.dsm.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The conditions of the locks that this rank manages: who waits for which. Guarded by the protocol. */
final class Conditions {
    private record Condition(int lock, int number) {}

    /** A rank that waits, or is about to. */
    private static final class Waiter {
        final int ticket;
        boolean signalled;
        Consumer<ByteBuffer> answer;

        Waiter(int ticket) {
            this.ticket = ticket;
        }
    }

    private final Map<Condition, Deque<Waiter>> lists = new HashMap<>();
    private final Map<Integer, Waiter> tickets = new HashMap<>();
    private int lastTicket;

    /** Enters a rank that still has the lock: no signal is lost after it has unlocked. Returns the ticket. */
    int enlist(int lock, int condition) {
        Waiter waiter = new Waiter(++lastTicket);
        tickets.put(waiter.ticket, waiter);
        lists.computeIfAbsent(new Condition(lock, condition), key -> new ArrayDeque<>())
                .add(waiter);
        return waiter.ticket;
    }

    void await(int ticket, Consumer<ByteBuffer> answer) {
        Waiter waiter = tickets.get(ticket);
        if (waiter == null) throw new IllegalStateException("no rank waits with ticket " + ticket);
        waiter.answer = answer;
        wake(waiter);
    }

    private void wake(Waiter waiter) {
        if (!waiter.signalled || waiter.answer == null) return;
        tickets.remove(waiter.ticket);
        waiter.answer.accept(Numbers.of());
    }

    void signal(int lock, int condition, boolean all) {
        Deque<Waiter> list = lists.get(new Condition(lock, condition));
        if (list == null) return;
        List<Waiter> woken = new ArrayList<>();
        do {
            woken.add(list.remove());
        } while (all && !list.isEmpty());
        if (list.isEmpty()) lists.remove(new Condition(lock, condition));
        for (Waiter waiter : woken) {
            waiter.signalled = true;
            wake(waiter);
        }
    }
}
