package org.jmpi.comm.simulation;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** The settings that a program runs with: limits so low that short messages take every way. */
final class ProgramSettings {
    private static final String[] LARGE = {
        "bcast.large", "allgather.large", "reduce.large", "allreduce.large", "allreduce.part", "reducescatter.large"
    };
    private static final String[] SMALL = {"gather.small", "scatter.small", "alltoall.small"};

    private ProgramSettings() {}

    /** Returns the length of the longest message that is sent eagerly. */
    static int eagerBytes(long seed) {
        return 64 << Math.floorMod(seed, 4);
    }

    /** Returns settings by their names. */
    static Map<String, String> of(long seed) {
        Random random = new Random(seed);
        Map<String, String> settings = new TreeMap<>();
        settings.put("jmpi.eager.limit", String.valueOf(eagerBytes(seed)));
        settings.put("jmpi.eager.window", String.valueOf(eagerBytes(seed) * random.nextInt(8)));
        for (String limit : LARGE) settings.put("jmpi.coll." + limit, String.valueOf(16 << random.nextInt(8)));
        for (String limit : SMALL) settings.put("jmpi.coll." + limit, String.valueOf(random.nextInt(512)));
        settings.put("jmpi.coll.many.ranks", String.valueOf(2 + random.nextInt(6)));
        settings.put("jmpi.coll.allgather.ranks", String.valueOf(2 + random.nextInt(6)));
        settings.put("jmpi.coll.alltoallv.ranks", String.valueOf(2 + random.nextInt(6)));
        settings.put("jmpi.coll.alltoall.large", String.valueOf(64 << random.nextInt(8)));
        settings.put("jmpi.coll.bcast.segment", String.valueOf(64 << random.nextInt(4)));
        settings.put("jmpi.coll.shared.after", String.valueOf(random.nextInt(8)));
        settings.put("jmpi.coll.shared.slot", String.valueOf(1024 << random.nextInt(4)));
        settings.put("jmpi.coll.shared.published", String.valueOf(64 << random.nextInt(8)));
        settings.put("jmpi.coll.shared.parts", String.valueOf(64 << random.nextInt(8)));
        return settings;
    }
}
