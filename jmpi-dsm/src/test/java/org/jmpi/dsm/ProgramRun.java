package org.jmpi.dsm;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntToLongFunction;
import java.util.function.ObjLongConsumer;
import org.jmpi.dsm.protocol.RandomProgram;
import org.jmpi.dsm.protocol.RandomProgram.Action;

/** A random program on ranks that are threads, beside a memory of one place. */
final class ProgramRun {
    private static final int MOST_LOCKS = 10;

    private final RandomProgram program;
    private final boolean copies;
    private final AtomicLongArray model;
    private final AtomicIntegerArray holders = new AtomicIntegerArray(MOST_LOCKS);

    ProgramRun(RandomProgram program, boolean copies) {
        this.program = program;
        this.copies = copies;
        this.model = new AtomicLongArray(program.words());
    }

    private interface Array {
        long get(int index);

        void set(int index, long value);
    }

    /** Runs the program of the calling rank. */
    void run() {
        SpaceOptions options = SpaceOptions.DEFAULT.pageBytes(program.pageBytes).mostDiffBytes(program.mostDiffBytes);
        try (SharedSpace space = SharedSpace.make(copies ? options.copies() : options)) {
            new Rank(space).run();
            space.barrier();
        }
    }

    private final class Rank {
        private final SharedSpace space;
        private final Array[] arrays;
        private long register;

        Rank(SharedSpace space) {
            this.space = space;
            arrays = new Array[program.arrays.length];
            for (int i = 0; i < arrays.length; i++) arrays[i] = array(program.arrays[i][0], program.arrays[i][1]);
        }

        private Array array(int width, int length) {
            if (width == Long.BYTES) {
                SharedLongs longs = space.longs(length);
                return of(longs::get, longs::set);
            }
            if (width == Integer.BYTES) {
                SharedInts ints = space.ints(length);
                return of(ints::get, (index, value) -> ints.set(index, (int) value));
            }
            SharedBytes bytes = space.bytes(length);
            return of(bytes::get, (index, value) -> bytes.set(index, (byte) value));
        }

        private Array of(IntToLongFunction get, ObjLongConsumer<Integer> set) {
            return new Array() {
                @Override
                public long get(int index) {
                    return get.applyAsLong(index);
                }

                @Override
                public void set(int index, long value) {
                    set.accept(index, value);
                }
            };
        }

        void run() {
            List<Action> actions = program.actions.get(space.rank());
            for (int i = 0; i < actions.size(); i++) {
                try {
                    run(actions.get(i));
                } catch (RuntimeException | AssertionError e) {
                    throw new AssertionError(
                            "rank " + space.rank() + ", action " + i + " " + actions.get(i) + ": " + e.getMessage(), e);
                }
            }
        }

        private void run(Action action) {
            int number = action.number();
            switch (action.kind()) {
                case LOCK -> {
                    space.lock(number);
                    hold(number);
                }
                case UNLOCK -> {
                    holders.set(number, 0);
                    space.unlock(number);
                }
                case BARRIER -> space.barrier(number);
                case READ -> check(action);
                case READ_IF -> {
                    if (register == action.value()) check(action);
                }
                case LOAD -> register = read(number);
                case WRITE -> write(number, action.value());
                case WRITE_IF -> {
                    if (register == action.value()) write(number, action.value());
                }
                case ADD -> write(number, read(number) + action.value());
                case AWAIT -> {
                    while (read(action.word()) == 0) {
                        holders.set(number, 0);
                        space.await(number, action.more());
                        hold(number);
                    }
                }
                case SIGNAL -> space.signal(number, action.more());
                case BROADCAST -> space.broadcast(number, action.more());
            }
        }

        private void hold(int lock) {
            int other = holders.getAndSet(lock, space.rank() + 1);
            if (other != 0) throw new AssertionError("rank " + (other - 1) + " has lock " + lock + ", too");
        }

        private void check(Action action) {
            for (int word = action.number(); word < action.number() + action.more(); word++) read(word);
        }

        private long read(int word) {
            int[] place = program.place(word);
            long value = arrays[place[0]].get(place[1]);
            if (value != model.get(word))
                throw new AssertionError("word " + word + " is " + value + " instead of " + model.get(word));
            return value;
        }

        private void write(int word, long value) {
            int[] place = program.place(word);
            arrays[place[0]].set(place[1], value);
            model.set(word, program.truncated(word, value));
        }
    }
}
