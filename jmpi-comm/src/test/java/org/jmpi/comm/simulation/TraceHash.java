package org.jmpi.comm.simulation;

/** A number that stands for everything that has happened in a simulation, in its order. */
final class TraceHash {
    private long value;

    void add(long word) {
        value = SimulationRandom.mix(Long.rotateLeft(value, 5) ^ word);
    }

    void add(byte[] bytes) {
        add(bytes.length);
        long word = 0;
        for (int i = 0; i < bytes.length; i++) {
            word = word << 8 | bytes[i] & 0xFF;
            if (i % 8 == 7 || i == bytes.length - 1) add(word);
        }
    }

    long value() {
        return value;
    }
}
