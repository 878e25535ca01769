package org.jmpi.comm.check;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.events.Exchange;
import org.jmpi.comm.events.Unreceived;

/**
 * Messages of one rank, all alike, that another rank never received.
 *
 * @param receiver the other rank in the world
 * @param tag of the messages
 * @param bytes the length of each in bytes
 * @param callSite the number that this rank has given to the call site that sent them
 * @param times how many they are
 */
record LeftOver(int receiver, int tag, long bytes, int callSite, long times) {
    private static final int REPORT_BYTES = 4 * Long.BYTES;

    /** Reports to each rank its messages that this one has not received; returns the reports to this one. */
    static List<LeftOver> exchange(Exchange world, List<Unreceived> messages) {
        byte[][] reports = reports(world.size(), messages);
        byte[][] answers = room(world, reports);
        world.exchange(reports, answers);
        List<LeftOver> leftOver = new ArrayList<>();
        for (int rank = 0; rank < answers.length; rank++) {
            LongBuffer words = ByteBuffer.wrap(answers[rank]).asLongBuffer();
            while (words.hasRemaining())
                leftOver.add(new LeftOver(rank, (int) words.get(), words.get(), (int) words.get(), words.get()));
        }
        return leftOver;
    }

    /** Returns the report to each rank. */
    private static byte[][] reports(int size, List<Unreceived> messages) {
        Map<Unreceived, Long> times = new LinkedHashMap<>();
        for (Unreceived message : messages) times.merge(message, 1L, Long::sum);
        int[] lengths = new int[size];
        for (Unreceived message : times.keySet()) lengths[message.peer()] += REPORT_BYTES;
        ByteBuffer[] reports =
                Arrays.stream(lengths).mapToObj(ByteBuffer::allocate).toArray(ByteBuffer[]::new);
        times.forEach((message, count) -> reports[message.peer()]
                .putLong(message.tag())
                .putLong(message.bytes())
                .putLong(message.eventBits())
                .putLong(count));
        return Arrays.stream(reports).map(ByteBuffer::array).toArray(byte[][]::new);
    }

    /** Returns room for the report of each rank. */
    private static byte[][] room(Exchange world, byte[][] reports) {
        byte[][] lengths = Arrays.stream(reports)
                .map(report ->
                        ByteBuffer.allocate(Integer.BYTES).putInt(report.length).array())
                .toArray(byte[][]::new);
        byte[][] answers = new byte[world.size()][Integer.BYTES];
        world.exchange(lengths, answers);
        return Arrays.stream(answers)
                .map(answer -> new byte[ByteBuffer.wrap(answer).getInt()])
                .toArray(byte[][]::new);
    }
}
