package org.jmpi.dsm.protocol;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A random program without data races, which a seed makes. Barriers cut it into phases. In each phase a word belongs to
 * one rank, to a lock, to all ranks that read it, or to a rank that publishes it under a lock. So each read has one
 * value, which a memory of one place would return, too: the runner keeps such a memory.
 */
public final class RandomProgram {
    /** What a rank does. */
    public enum Kind {
        LOCK,
        UNLOCK,
        BARRIER,
        /** Reads words, and compares each with the model. */
        READ,
        WRITE,
        ADD,
        /** Reads a word into the register. */
        LOAD,
        /** Reads words if the register has a value. */
        READ_IF,
        WRITE_IF,
        /** Waits for a condition while a word is 0. */
        AWAIT,
        SIGNAL,
        BROADCAST
    }

    /**
     * One step of a rank.
     *
     * @param number of the lock or the barrier, or the first word
     * @param more the condition, or how many words
     * @param value to be written or compared
     * @param word that AWAIT looks at
     */
    public record Action(Kind kind, int number, int more, long value, int word) {
        static Action of(Kind kind, int number) {
            return new Action(kind, number, 1, 0, 0);
        }
    }

    private static final int[] WIDTHS = {8, 4, 1};
    private static final int CONDITIONS = 2;

    public final int ranks;
    public final int pageBytes;

    /** The bytes of diffs before a collection. */
    public final long mostDiffBytes;

    /** For each array the bytes of an element and the number of elements. */
    public final int[][] arrays;

    /** For each rank its actions. */
    public final List<List<Action>> actions = new ArrayList<>();

    private final Random random;
    private final int words;
    private final int locks;

    /** The rank, or the lock (from 100 on), or or READERS, that each word belongs to in this phase. */
    private final int[] owner;

    private static final int LOCKED = 100;
    private static final int READERS = -1;

    /** The word that ranks raise and lower when they wait for conditions. Nothing else uses it before the end. */
    private static final int COUNTER = 0;

    private static final int NOBODY = -2;

    public RandomProgram(long seed) {
        random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
        ranks = 2 + random.nextInt(4);
        pageBytes = 16 << random.nextInt(4);
        mostDiffBytes = new long[] {0, 300, 1000, Long.MAX_VALUE}[random.nextInt(4)];
        arrays = new int[1 + random.nextInt(3)][];
        int count = 0;
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = new int[] {i == 0 ? 8 : WIDTHS[random.nextInt(3)], 4 + random.nextInt(60)};
            count += arrays[i][1];
        }
        words = count;
        locks = 1 + random.nextInt(4);
        owner = new int[words];
        for (int rank = 0; rank < ranks; rank++) actions.add(new ArrayList<>());
        int phases = 1 + random.nextInt(6);
        for (int phase = 0; phase < phases; phase++) phase(phase);
        for (List<Action> each : actions) each.add(new Action(Kind.READ, 0, words, 0, 0));
    }

    public int words() {
        return words;
    }

    /** {@return the array of a word, and its place there} */
    public int[] place(int word) {
        int array = 0;
        int at = word;
        while (at >= arrays[array][1]) at -= arrays[array++][1];
        return new int[] {array, at};
    }

    /** {@return a value as an element of a word's width has it} */
    public long truncated(int word, long value) {
        return switch (arrays[place(word)[0]][0]) {
            case 8 -> value;
            case 4 -> (int) value;
            default -> (byte) value;
        };
    }

    // ---- a phase ----

    private void phase(int number) {
        int sharing = random.nextInt(10);
        for (int word = 0; word < words; word++) {
            int mode = random.nextInt(12);
            if (mode < 3) owner[word] = READERS;
            else owner[word] = mode - 3 < sharing ? LOCKED + random.nextInt(locks) : random.nextInt(ranks);
        }
        owner[COUNTER] = NOBODY;
        List<List<List<Action>>> groups = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) groups.add(ordinary(rank));
        if (random.nextInt(3) == 0) publish(groups);
        groups.forEach(each -> Collections.shuffle(each, random));
        // A rank produces before it consumes, or all might wait.
        if (random.nextInt(2) == 0) produce(groups);
        for (int rank = 0; rank < ranks; rank++) {
            for (List<Action> group : groups.get(rank)) actions.get(rank).addAll(group);
            actions.get(rank).add(Action.of(Kind.BARRIER, number % 3));
        }
    }

    private List<List<Action>> ordinary(int rank) {
        List<List<Action>> groups = new ArrayList<>();
        int own = random.nextInt(6);
        for (int i = 0; i < own; i++) groups.add(accesses(rank, rank, 1 + random.nextInt(5)));
        int sections = random.nextInt(5);
        for (int i = 0; i < sections; i++) groups.add(section(rank, random.nextInt(locks)));
        return groups;
    }

    private List<Action> section(int rank, int lock) {
        List<Action> group = new ArrayList<>();
        group.add(Action.of(Kind.LOCK, lock));
        group.addAll(accesses(rank, LOCKED + lock, random.nextInt(6)));
        if (lock + 1 < locks && random.nextInt(3) == 0) {
            group.addAll(section(rank, lock + 1 + random.nextInt(locks - lock - 1)));
            group.addAll(accesses(rank, LOCKED + lock, random.nextInt(3)));
        }
        group.add(Action.of(Kind.UNLOCK, lock));
        if (random.nextInt(3) == 0) group.addAll(accesses(rank, rank, 2));
        return group;
    }

    /** Accesses to words of an owner, and reads of those that all ranks read. */
    private List<Action> accesses(int rank, int of, int count) {
        List<Action> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int word = word(random.nextInt(4) == 0 ? READERS : of);
            if (word < 0) continue;
            boolean reads = owner[word] == READERS || random.nextInt(3) == 0;
            if (reads) list.add(new Action(Kind.READ, word, run(word), 0, 0));
            else list.add(new Action(random.nextInt(3) == 0 ? Kind.ADD : Kind.WRITE, word, 1, value(), 0));
            if (!reads && random.nextInt(3) == 0) list.addAll(forAWhile(word, of));
        }
        return list;
    }

    /** Changes a word, and changes it back: the interval that has both does not change it. */
    private List<Action> forAWhile(int word, int of) {
        long value = value();
        List<Action> list = new ArrayList<>();
        list.add(new Action(Kind.ADD, word, 1, value, 0));
        for (int i = random.nextInt(6); i > 0; i--) {
            int other = word(random.nextBoolean() ? READERS : of);
            if (other >= 0) list.add(new Action(Kind.READ, other, run(other), 0, 0));
        }
        list.add(new Action(Kind.ADD, word, 1, -value, 0));
        return list;
    }

    private long value() {
        return random.nextInt(4) == 0 ? random.nextInt(3) : random.nextLong();
    }

    /** Returns how many successive words have the owner of the first one, up to a bound. */
    private int run(int word) {
        int most = 1 + random.nextInt(12);
        int run = 1;
        while (run < most && word + run < words && owner[word + run] == owner[word]) run++;
        return run;
    }

    private int word(int of) {
        int start = random.nextInt(words);
        for (int i = 0; i < words; i++) if (owner[(start + i) % words] == of) return (start + i) % words;
        return -1;
    }

    /** One rank writes words and says so by a flag under a lock; others see it there, or by a flag of a third rank. */
    private void publish(List<List<List<Action>>> groups) {
        // Words that change hands here may have been used: so this phase has no other groups.
        groups.forEach(List::clear);
        int author = random.nextInt(ranks);
        int others = arrays[0][1] - 1;
        int flag = random.nextInt(others);
        int relayed = 1 + (flag + 1 + random.nextInt(others - 1)) % others;
        flag++;
        int lock = random.nextInt(locks);
        int relay = random.nextInt(locks);
        long magic = random.nextLong() | 1;
        List<Integer> published = new ArrayList<>();
        List<Action> write = new ArrayList<>();
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            int word = random.nextInt(words);
            if (word == COUNTER || word == flag || word == relayed) continue;
            published.add(word);
            write.add(new Action(Kind.WRITE, word, 1, value(), 0));
        }
        write.add(Action.of(Kind.LOCK, lock));
        write.add(new Action(Kind.WRITE, flag, 1, magic, 0));
        write.add(Action.of(Kind.UNLOCK, lock));
        groups.get(author).add(write);
        for (int rank = 0; rank < ranks; rank++) {
            if (rank == author) continue;
            for (int i = random.nextInt(4); i > 0; i--) {
                boolean relays = random.nextBoolean();
                List<Action> group = look(relays ? relay : lock, relays ? relayed : flag);
                for (int word : published) group.add(new Action(Kind.READ_IF, word, 1, magic, 0));
                groups.get(rank).add(group);
                if (random.nextBoolean()) groups.get(rank).add(relaying(lock, flag, relay, relayed, magic));
            }
        }
    }

    private static List<Action> look(int lock, int flag) {
        List<Action> group = new ArrayList<>();
        group.add(Action.of(Kind.LOCK, lock));
        group.add(Action.of(Kind.LOAD, flag));
        group.add(Action.of(Kind.UNLOCK, lock));
        return group;
    }

    private static List<Action> relaying(int lock, int flag, int relay, int relayed, long magic) {
        List<Action> group = look(lock, flag);
        group.add(Action.of(Kind.LOCK, relay));
        group.add(new Action(Kind.WRITE_IF, relayed, 1, magic, 0));
        group.add(Action.of(Kind.UNLOCK, relay));
        return group;
    }

    /** Ranks raise a counter and signal; others wait until it is not 0, and lower it. */
    private void produce(List<List<List<Action>>> groups) {
        int lock = locks + 1;
        int condition = random.nextInt(CONDITIONS);
        for (int items = 1 + random.nextInt(10); items > 0; items--) {
            boolean all = random.nextBoolean();
            List<Action> raise = new ArrayList<>();
            raise.add(Action.of(Kind.LOCK, lock));
            raise.add(new Action(Kind.ADD, COUNTER, 1, 1, 0));
            raise.add(new Action(all ? Kind.BROADCAST : Kind.SIGNAL, lock, condition, 0, 0));
            raise.add(Action.of(Kind.UNLOCK, lock));
            groups.get(random.nextInt(ranks)).add(0, raise);
            List<Action> lower = new ArrayList<>();
            lower.add(Action.of(Kind.LOCK, lock));
            lower.add(new Action(Kind.AWAIT, lock, condition, 0, COUNTER));
            lower.add(new Action(Kind.ADD, COUNTER, 1, -1, 0));
            lower.add(Action.of(Kind.UNLOCK, lock));
            groups.get(random.nextInt(ranks)).add(lower);
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("ranks=" + ranks + " pageBytes=" + pageBytes + " words=" + words
                + " mostDiffBytes=" + mostDiffBytes + "\n");
        for (int rank = 0; rank < ranks; rank++)
            text.append("rank ")
                    .append(rank)
                    .append(": ")
                    .append(actions.get(rank))
                    .append('\n');
        return text.toString();
    }
}
