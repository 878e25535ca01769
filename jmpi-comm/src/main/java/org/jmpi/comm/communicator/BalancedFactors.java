package org.jmpi.comm.communicator;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A search for the factors of a number that differ least from each other.
 *
 * <p>Factors are tried in non-increasing order, each as small as those after it allow. A branch is left when its
 * smallest factor can't be large enough to beat the best spread so far.
 */
final class BalancedFactors {
    /** The divisors of the product greater than 1, in ascending order. */
    private final int[] divisors;

    private final int[] factors;
    private int[] best;
    private int spread = Integer.MAX_VALUE;

    private BalancedFactors(int product, int count) {
        this.divisors = divisors(product);
        this.factors = new int[count];
    }

    /**
     * Returns {@code count} factors, in non-increasing order, whose largest and smallest differ least; of several such
     * choices the lexicographically first.
     *
     * @param product at least 1
     * @param count at least 1
     */
    static int[] of(int product, int count) {
        BalancedFactors search = new BalancedFactors(product, count);
        search.from(0, product, product);
        return search.best;
    }

    private static int[] divisors(int n) {
        int[] small = IntStream.rangeClosed(1, (int) Math.sqrt(n))
                .filter(d -> n % d == 0)
                .toArray();
        IntStream large = Arrays.stream(small).map(d -> n / d);
        return IntStream.concat(Arrays.stream(small), large)
                .filter(d -> d > 1)
                .sorted()
                .distinct()
                .toArray();
    }

    /** Tries all factors from one index on, none larger than {@code most}, whose product is {@code rest}. */
    private void from(int index, int rest, int most) {
        if (rest == 1) {
            take(index);
            return;
        }
        int left = factors.length - index;
        for (int divisor : divisors) {
            if (divisor > most) return;
            if (rest % divisor != 0 || power(divisor, left, rest) < rest) continue;
            factors[index] = divisor;
            if (canBeat(rest / divisor, left - 1)) from(index + 1, rest / divisor, divisor);
        }
    }

    /** Ends a choice of factors with ones. It is the best so far: else its branch would have been left. */
    private void take(int index) {
        Arrays.fill(factors, index, factors.length, 1);
        best = factors.clone();
        spread = best[0] - best[best.length - 1];
    }

    /** Returns whether so many factors of a product may all be large enough for a smaller spread. */
    private boolean canBeat(int product, int count) {
        int smallest = factors[0] - spread + 1;
        return smallest <= 1 || power(smallest, count, product) <= product;
    }

    /**
     * Returns a power of a number greater than 1, or, if that is more than {@code limit}, anything more than
     * {@code limit}.
     */
    private static long power(int base, int exponent, int limit) {
        long power = 1;
        for (int i = 0; i < exponent && power <= limit; i++) power *= base;
        return power;
    }
}
