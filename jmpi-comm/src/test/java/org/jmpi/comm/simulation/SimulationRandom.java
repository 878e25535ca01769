package org.jmpi.comm.simulation;

/** Random numbers that are the same on every JDK: SplitMix64. */
public final class SimulationRandom {
    private long state;

    /** @param seed of the sequence */
    public SimulationRandom(long seed) {
        state = seed;
    }

    /** {@return 64 random bits} */
    public long next() {
        return mix(state += 0x9E3779B97F4A7C15L);
    }

    /** {@return another sequence, which depends on this one's next number} */
    public SimulationRandom split() {
        return new SimulationRandom(next());
    }

    static long mix(long bits) {
        long mixed = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    /**
     * {@return a number from 0 on}
     *
     * @param bound is above each of them
     */
    public int below(int bound) {
        return (int) Long.remainderUnsigned(next(), bound);
    }

    /**
     * {@return a number}
     *
     * @param least the smallest one
     * @param most the largest one
     */
    public long between(long least, long most) {
        return least + Long.remainderUnsigned(next(), most - least + 1);
    }

    /**
     * {@return true as often as said}
     *
     * @param of a thousand
     */
    public boolean chance(int of) {
        return below(1000) < of;
    }

    /**
     * {@return one of some numbers}
     *
     * @param values each as likely
     */
    public long oneOf(long... values) {
        return values[below(values.length)];
    }
}
