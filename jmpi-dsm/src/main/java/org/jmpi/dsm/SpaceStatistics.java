package org.jmpi.dsm;

/**
 * What a space has done at one rank.
 *
 * @param acquires locks that the rank got
 * @param remoteAcquires of these, locks that came from another rank
 * @param arrivals barriers
 * @param messages questions and answers that the rank has sent to others
 * @param bytes of their payloads
 * @param diffs that the rank has made
 * @param diffBytes of these diffs
 * @param twins pages that were copied before the program wrote to them
 * @param misses pages that were brought up to date
 * @param coldMisses of these, pages for the first time
 * @param collections of intervals and diffs
 */
public record SpaceStatistics(
        long acquires,
        long remoteAcquires,
        long arrivals,
        long messages,
        long bytes,
        long diffs,
        long diffBytes,
        long twins,
        long misses,
        long coldMisses,
        long collections) {}
