package org.jmpi.dsm;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.frame.Answer;
import org.jmpi.comm.frame.Frames;
import org.jmpi.comm.frame.Layer;
import org.jmpi.comm.frame.Peer;
import org.jmpi.dsm.protocol.Question;

/**
 * The frames of all spaces of one rank, as a layer that is opened for the first space. The word of a frame is the
 * number of the space. A question is a request, whose id is its ordinal. A long one is several: all but the last have
 * an id from {@link #PART} on.
 */
final class SpaceLayer implements Layer {
    /** Added to the id of a question: more of its payload follows. */
    static final int PART = 32;

    /** The word of an answer to a question. */
    static final long ANSWERED = 0;

    /** The word of an answer of a rank that has closed the space. */
    static final long CLOSED = 1;

    private final Map<Integer, SharedSpace> spaces = new ConcurrentHashMap<>();
    private final Map<Beginning, ByteArrayOutputStream> beginnings = new ConcurrentHashMap<>();
    private Frames frames;

    /** The parts that have come of a question: the program of a rank asks one at a time. */
    private record Beginning(int rank, long space, int id) {}

    static SpaceLayer of(Process process) {
        return process.layer(SpaceLayer.class, () -> {
            SpaceLayer layer = new SpaceLayer();
            process.engine().wakes().setAlarm(layer, layer::losePeers);
            return layer;
        });
    }

    @Override
    public String name() {
        return "jmpi.dsm";
    }

    @Override
    public void open(Frames opened) {
        frames = opened;
        for (Question question : Question.values()) {
            int id = question.ordinal();
            opened.register(id, (from, word, payload, answer) -> take(question, from, word, payload, answer));
            opened.register(PART + id, (from, word, payload, answer) -> {
                byte[] bytes = new byte[payload.remaining()];
                payload.get(bytes);
                beginnings
                        .computeIfAbsent(new Beginning(from.rank(), word, id), key -> new ByteArrayOutputStream())
                        .writeBytes(bytes);
                answer.send(ANSWERED, null);
            });
        }
    }

    Frames frames() {
        return frames;
    }

    void add(int number, SharedSpace space) {
        spaces.put(number, space);
    }

    void remove(int number) {
        spaces.remove(number);
    }

    private void losePeers() {
        spaces.values().forEach(SharedSpace::wake);
    }

    private void take(Question question, Peer from, long word, ByteBuffer payload, Answer answer) {
        SharedSpace space = spaces.get((int) word);
        if (space == null) {
            answer.send(CLOSED, null);
            return;
        }
        ByteArrayOutputStream begun = beginnings.remove(new Beginning(from.rank(), word, question.ordinal()));
        ByteBuffer whole = payload;
        if (begun != null) {
            byte[] rest = new byte[payload.remaining()];
            payload.get(rest);
            begun.writeBytes(rest);
            whole = ByteBuffer.wrap(begun.toByteArray());
        }
        space.take(from.rank(), question, whole.order(ByteOrder.LITTLE_ENDIAN), answer);
    }
}
