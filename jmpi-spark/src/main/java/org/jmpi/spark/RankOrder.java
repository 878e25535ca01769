package org.jmpi.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rank of each task of a barrier stage. Tasks in the same executor are ranks that follow each other, because
 * they are threads of one process.
 */
final class RankOrder {
    private final List<Integer> partitions = new ArrayList<>();
    private final List<String> addresses;

    /** @param addresses of the executor of each task, in the order of partitions, as {@code host:port} */
    RankOrder(List<String> addresses) {
        this.addresses = addresses;
        Map<String, List<Integer>> ofExecutor = new LinkedHashMap<>();
        for (int partition = 0; partition < addresses.size(); partition++)
            ofExecutor
                    .computeIfAbsent(addresses.get(partition), none -> new ArrayList<>())
                    .add(partition);
        ofExecutor.values().forEach(partitions::addAll);
    }

    int size() {
        return partitions.size();
    }

    int rank(int partition) {
        return partitions.indexOf(partition);
    }

    int partition(int rank) {
        return partitions.get(rank);
    }

    /** Returns the lowest rank in the executor of a task. */
    int first(int partition) {
        return rank(addresses.indexOf(addresses.get(partition)));
    }

    /** Returns the number of ranks in the executor of a task. */
    int count(int partition) {
        return (int) addresses.stream().filter(addresses.get(partition)::equals).count();
    }

    /** Returns whether all executors are on one host. */
    boolean allLocal() {
        String[] hosts = addresses.stream()
                .map(address -> address.substring(0, Math.max(0, address.lastIndexOf(':'))))
                .distinct()
                .toArray(String[]::new);
        return hosts.length == 1;
    }

    @Override
    public String toString() {
        return Arrays.toString(addresses.toArray());
    }
}
