package org.jmpi.comm.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.coll.Alltoall;
import org.jmpi.comm.coll.Alltoallv;
import org.jmpi.comm.coll.Blocks;
import org.jmpi.comm.coll.Peers;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.progress.Unreceived;

/**
 * Messages of one rank, all alike, that another rank never received.
 *
 * @param receiver the other rank in the world
 * @param tag of the messages
 * @param bytes the length of each in bytes
 * @param place the number that this rank has given to the line that sent them
 * @param times how many they are
 */
record Lost(int receiver, int tag, long bytes, int place, long times) {
    private static final int WORDS = 4;

    /** Tells each rank what has come from it and was not received; returns what the others tell of this rank's messages. */
    static List<Lost> exchange(Peers peers, List<Unreceived> messages) {
        int[] told = new int[peers.size()];
        long[] words = words(messages, told);
        int[] heard = new int[peers.size()];
        Layout number = Layout.of(BasicType.INT);
        Alltoall.run(peers, Blocks.equal(told, 0, 1, number), Blocks.equal(heard, 0, 1, number));
        int[] starts = starts(heard);
        long[] answers = new long[starts[peers.size()]];
        Layout word = Layout.of(BasicType.LONG);
        Alltoallv.run(
                peers,
                Blocks.varying(words, 0, told, starts(told), word),
                Blocks.varying(answers, 0, heard, starts, word));
        List<Lost> lost = new ArrayList<>();
        for (int rank = 0; rank < heard.length; rank++)
            for (int at = starts[rank]; at < starts[rank + 1]; at += WORDS)
                lost.add(new Lost(rank, (int) answers[at], answers[at + 1], (int) answers[at + 2], answers[at + 3]));
        return lost;
    }

    /** Returns what is told to all ranks, in their order, and counts the words for each. */
    private static long[] words(List<Unreceived> messages, int[] counts) {
        Map<Unreceived, Long> times = new LinkedHashMap<>();
        messages.stream()
                .sorted((one, other) -> Integer.compare(one.peer(), other.peer()))
                .forEach(message -> times.merge(message, 1L, Long::sum));
        long[] words = new long[WORDS * times.size()];
        int at = 0;
        for (Map.Entry<Unreceived, Long> each : times.entrySet()) {
            Unreceived message = each.getKey();
            counts[message.peer()] += WORDS;
            words[at++] = message.tag();
            words[at++] = message.bytes();
            words[at++] = message.place();
            words[at++] = each.getValue();
        }
        return words;
    }

    private static int[] starts(int[] counts) {
        int[] starts = new int[counts.length + 1];
        for (int rank = 0; rank < counts.length; rank++) starts[rank + 1] = starts[rank] + counts[rank];
        return starts;
    }
}
