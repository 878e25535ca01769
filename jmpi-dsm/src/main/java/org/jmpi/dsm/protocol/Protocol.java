package org.jmpi.dsm.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Lazy release consistency at one rank. The program's thread makes calls, which are {@link Steps}; any thread hands in
 * the questions of other ranks, which never wait.
 *
 * <p>The changes of a rank between two synchronisations are an {@link Interval}. A rank that gets a lock, or leaves a
 * barrier, learns the intervals that happened before, and may not read their pages until it has asked the writers for
 * diffs. A writer keeps a twin of a page, and makes the diff when it is asked, or writes again.
 *
 * <p>Only the thread of the program changes what {@link Region#access} allows, and only it writes to memory. It ends an
 * interval before another rank can learn of it. So the pages that a diff or a copy is made of do not change meanwhile.
 */
public final class Protocol {
    final int rank;
    final int size;
    private final int pageBytes;
    private final long mostDiffBytes;
    private final Wire wire;
    private final long[] counts = new long[Count.values().length];
    private final List<Page> pages = new ArrayList<>();

    /** The pages that the program has written to in the interval that goes on. */
    private final List<Page> dirty = new ArrayList<>();

    /** For each rank the last of its intervals that is known. */
    private final int[] clock;

    /** For each rank its intervals since the last barrier. */
    private final List<List<Interval>> history = new ArrayList<>();

    private final Map<Integer, Lock> locks = new HashMap<>();
    private final Map<Integer, Meeting> meetings = new HashMap<>();
    private final Conditions conditions = new Conditions();
    private long diffBytes;

    /** Whether an interval without writes counts, too. */
    private boolean countsAll;

    /**
     * @param rank of this process in the space
     * @param size the number of ranks
     * @param pageBytes a power of two, from 8 to 32,768
     * @param mostDiffBytes how many bytes of diffs this rank keeps before it has the next barrier collect them
     * @param wire to the other ranks
     */
    public Protocol(int rank, int size, int pageBytes, long mostDiffBytes, Wire wire) {
        this.rank = rank;
        this.size = size;
        this.pageBytes = pageBytes;
        this.mostDiffBytes = mostDiffBytes;
        this.wire = wire;
        this.clock = new int[size];
        for (int each = 0; each < size; each++) history.add(new ArrayList<>());
    }

    /**
     * Adds the pages of an array. Each rank adds the same arrays in the same order.
     *
     * @param memory all of it zero
     * @param width the bytes of an element
     * @return the pages
     */
    public synchronized Region add(ByteBuffer memory, int width) {
        int count = (memory.capacity() + pageBytes - 1) / pageBytes;
        Region region = Region.copied(memory, pages.size(), count);
        for (int index = 0; index < count; index++) pages.add(new Page(pages.size(), region, index, pageBytes, width));
        return region;
    }

    /** {@return how much of something there has been} */
    public synchronized long count(Count what) {
        return counts[what.ordinal()];
    }

    private void add(Count what, long more) {
        counts[what.ordinal()] += more;
    }

    /** Has each interval count, so that clocks order reads as well as writes. */
    public synchronized void countAll() {
        countsAll = true;
    }

    // ---- calls of the program ----

    /** {@return the steps of a lock} */
    public Steps lock(int lock) {
        return new LockSteps(this, lock);
    }

    /**
     * Unlocks.
     *
     * @param lock its number
     * @throws IllegalStateException if this rank does not have it
     */
    public synchronized void unlock(int lock) {
        Lock held = held(lock);
        endInterval();
        held.isHeld = false;
        if (held.successor != null) handOver(held);
    }

    /** {@return the steps of a barrier} */
    public Steps barrier(int barrier) {
        return new BarrierSteps(this, barrier);
    }

    /** {@return the steps of a wait for a condition of a lock that this rank has, which is checked} */
    public synchronized Steps await(int lock, int condition) {
        held(lock);
        return new AwaitSteps(this, lock, condition);
    }

    /** {@return the steps of a signal to the first rank that waits, or to all, as {@link #await}} */
    public synchronized Steps signal(int lock, int condition, boolean all) {
        held(lock);
        return new SignalSteps(this, lock, condition, all);
    }

    /** {@return the steps that bring pages up to date} */
    public Steps fetch(Region region, int from, int to) {
        List<Page> stale = new ArrayList<>();
        for (int index = from; index <= to; index++)
            if (region.access[index] == Region.NONE) stale.add(pages.get(region.first + index));
        return new FetchSteps(this, stale);
    }

    /** Lets the program write to a page that it may read. */
    public synchronized void beginWriting(Region region, int index) {
        if (region.access[index] == Region.WRITE) return;
        Page page = pages.get(region.first + index);
        if (page.needsDiff()) makeDiff(page);
        page.beginWriting();
        dirty.add(page);
        add(Count.TWINS, 1);
    }

    private Lock held(int lock) {
        Lock known = locks.get(lock);
        if (known != null && known.isHeld) return known;
        throw new IllegalStateException("rank " + rank + " does not have lock " + lock);
    }

    // ---- for the steps ----

    /** Asks a rank, which may be this one. Called without the monitor: it may wait until the wire has room. */
    CompletableFuture<ByteBuffer> ask(int to, Question question, ByteBuffer payload) {
        if (to == rank) {
            CompletableFuture<ByteBuffer> answer = new CompletableFuture<>();
            answer(rank, question, payload, answer::complete);
            return answer;
        }
        count(payload.remaining());
        return wire.ask(to, question, payload);
    }

    private synchronized void count(int bytes) {
        add(Count.MESSAGES, 1);
        add(Count.BYTES, bytes);
    }

    int manager(int number) {
        return Math.floorMod(number, size);
    }

    /** {@return for each rank the last of its intervals that is known} */
    public synchronized int[] clock() {
        return clock.clone();
    }

    /** Takes a lock that is here; returns false if another rank has it. */
    synchronized boolean takeLocally(int number) {
        Lock lock = locks.computeIfAbsent(number, this::newLock);
        if (lock.isHeld) throw new IllegalStateException("rank " + rank + " has lock " + number + " already");
        if (lock.isHere) {
            lock.isHeld = true;
            add(Count.ACQUIRES, 1);
            return true;
        }
        endInterval();
        lock.previous = manager(number);
        return false;
    }

    /** Notes which rank gives this one a lock. */
    synchronized void queue(int number, int previous) {
        locks.get(number).previous = previous;
    }

    /** Returns a rank that is nearer to the one that has a lock; this rank if it has it, -1 if it knows none. */
    private int towardsHolder(int number) {
        Lock lock = locks.computeIfAbsent(number, this::newLock);
        if (lock.isHere) return rank;
        if (lock.previous != Lock.NONE) return lock.previous;
        return manager(number) == rank ? lock.tail : Lock.NONE;
    }

    private Lock newLock(int number) {
        return new Lock(number, manager(number), rank);
    }

    /** Takes a lock that another rank has sent, with what happened before. */
    synchronized void takeLock(int number, ByteBuffer granted) {
        learn(Interval.read(granted, size));
        Lock lock = locks.get(number);
        lock.isHere = true;
        lock.isHeld = true;
        lock.previous = Lock.NONE;
        add(Count.ACQUIRES, 1);
        add(Count.REMOTE_ACQUIRES, 1);
    }

    /** Ends the interval; returns what the manager of a barrier has to know. */
    synchronized ByteBuffer arrival(int barrier) {
        endInterval();
        add(Count.ARRIVALS, 1);
        int collect = diffBytes > mostDiffBytes ? 1 : 0;
        Numbers numbers = new Numbers().add(barrier, collect).add(clock);
        Interval.write(history.get(rank), numbers);
        return numbers.done();
    }

    /** Takes what happened before a barrier; returns whether the ranks collect. */
    synchronized boolean depart(ByteBuffer departure) {
        boolean collect = departure.getInt() != 0;
        learn(Interval.read(departure, size));
        // Each rank knows all of them, and a lock is given to a rank of the same barrier alone.
        history.forEach(List::clear);
        return collect;
    }

    /** Drops the copies that are not valid and that others keep; returns the pages to be kept here. */
    synchronized List<Page> keep() {
        List<Page> kept = new ArrayList<>();
        for (Page page : pages) {
            int keeper = page.nextKeeper();
            if (keeper < 0 || page.access() != Region.NONE) continue;
            if (keeper == rank) kept.add(page);
            else page.drop(keeper);
        }
        return kept;
    }

    /** Drops all diffs: each kept page is valid. */
    synchronized void collect() {
        pages.forEach(Page::collect);
        diffBytes = 0;
        add(Count.COLLECTIONS, 1);
    }

    synchronized void countMiss(Page page) {
        add(Count.MISSES, 1);
        if (page.isCold()) add(Count.COLD_MISSES, 1);
    }

    synchronized void takeCopy(Page page, ByteBuffer from) {
        page.takeCopy(from, size);
    }

    synchronized void takeChanges(Page page, List<Page.Change> changes) {
        page.takeChanges(changes);
    }

    private void endInterval() {
        if (dirty.isEmpty() && !countsAll) return;
        clock[rank]++;
        int[] numbers = dirty.stream().mapToInt(page -> page.number).sorted().toArray();
        Interval interval = new Interval(rank, clock[rank], clock.clone(), numbers);
        for (Page page : dirty) page.endWriting(interval);
        dirty.clear();
        history.get(rank).add(interval);
    }

    private void learn(List<Interval> intervals) {
        for (Interval interval : intervals) {
            int author = interval.author();
            if (interval.number() <= clock[author]) continue;
            clock[author] = interval.number();
            history.get(author).add(interval);
            for (int number : interval.pages()) invalidate(pages.get(number), interval);
        }
    }

    private void invalidate(Page page, Interval interval) {
        if (!page.lacks(interval)) return;
        // The diff must not have what other ranks have changed.
        if (page.needsDiff()) makeDiff(page);
        page.invalidate(interval);
    }

    private void makeDiff(Page page) {
        int bytes = page.makeDiff();
        add(Count.DIFFS, 1);
        add(Count.DIFF_BYTES, bytes);
        diffBytes += bytes + Page.DIFF_OVERHEAD;
    }

    // ---- questions of other ranks ----

    /**
     * Answers a question, now or later; never waits.
     *
     * @param from the rank that asks
     * @param question what it asks
     * @param payload its numbers
     * @param answer takes the answer, on any thread
     */
    public synchronized void onQuestion(int from, Question question, ByteBuffer payload, Consumer<ByteBuffer> answer) {
        answer(from, question, payload, bytes -> {
            count(bytes.remaining());
            answer.accept(bytes);
        });
    }

    private synchronized void answer(int from, Question question, ByteBuffer payload, Consumer<ByteBuffer> answer) {
        switch (question) {
            case LOCK -> onLock(from, payload, answer);
            case HANDOVER -> onHandover(payload.getInt(), payload, answer);
            case ARRIVE -> meeting(payload.getInt()).arrive(from, payload, answer);
            case KEPT -> meeting(payload.getInt()).keep(answer);
            case DIFFS -> answer.accept(diffs(payload));
            case COPIES -> answer.accept(copies(payload));
            case ENLIST -> answer.accept(Numbers.of(conditions.enlist(payload.getInt(), payload.getInt())));
            case AWAIT -> conditions.await(payload.getInt(), answer);
            case SIGNAL, BROADCAST -> {
                conditions.signal(payload.getInt(), payload.getInt(), question == Question.BROADCAST);
                answer.accept(Numbers.of());
            }
            case HOLDER -> answer.accept(Numbers.of(towardsHolder(payload.getInt())));
        }
    }

    private Meeting meeting(int barrier) {
        return meetings.computeIfAbsent(barrier, number -> new Meeting(size));
    }

    private void onLock(int from, ByteBuffer payload, Consumer<ByteBuffer> answer) {
        Lock lock = locks.computeIfAbsent(payload.getInt(), this::newLock);
        int tail = lock.tail;
        lock.tail = from;
        if (tail == rank) onHandover(lock.number, payload, answer);
        else answer.accept(Numbers.of(tail));
    }

    private void onHandover(int number, ByteBuffer payload, Consumer<ByteBuffer> answer) {
        Lock lock = locks.computeIfAbsent(number, this::newLock);
        lock.successor = new Lock.Successor(Numbers.clock(payload, size), answer);
        if (lock.isHere && !lock.isHeld) handOver(lock);
    }

    /** Gives the lock away, with the intervals that the other rank does not know. */
    private void handOver(Lock lock) {
        Lock.Successor to = lock.successor;
        lock.successor = null;
        lock.isHere = false;
        List<Interval> news = new ArrayList<>();
        for (List<Interval> each : history)
            for (Interval interval : each) if (interval.number() > to.clock()[interval.author()]) news.add(interval);
        Numbers numbers = new Numbers().add(LockSteps.GRANTED);
        Interval.write(news, numbers);
        to.answer().accept(numbers.done());
    }

    private ByteBuffer diffs(ByteBuffer payload) {
        Numbers numbers = new Numbers();
        while (payload.hasRemaining()) {
            Page page = pages.get(payload.getInt());
            int from = payload.getInt();
            int to = payload.getInt();
            if (page.needsDiff(from, to)) makeDiff(page);
            List<Page.OwnDiff> diffs = page.diffs(from, to);
            numbers.add(page.number, diffs.size());
            for (Page.OwnDiff diff : diffs)
                numbers.add(diff.interval(), diff.bytes().length).add(diff.bytes());
        }
        return numbers.done();
    }

    private ByteBuffer copies(ByteBuffer payload) {
        Numbers numbers = new Numbers();
        while (payload.hasRemaining()) {
            Page page = pages.get(payload.getInt());
            numbers.add(page.number);
            page.copy(numbers, size);
        }
        return numbers.done();
    }

    /** {@return the number of intervals and diffs that are kept} */
    synchronized long kept() {
        return history.stream().mapToLong(List::size).sum()
                + pages.stream().mapToLong(Page::kept).sum();
    }
}
