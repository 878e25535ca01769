package org.jmpi.bench.driver;

/**
 * An experiment that a library is to run once.
 *
 * @param repetition which of the repetitions this is, from 1
 */
record Trial(Experiment experiment, Library library, int repetition) {
    @Override
    public String toString() {
        return "repetition " + repetition + ", " + experiment + ", " + library.name();
    }
}
