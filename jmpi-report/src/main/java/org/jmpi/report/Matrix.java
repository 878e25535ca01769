package org.jmpi.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The messages of each pair of ranks, as far as recordings have them. */
final class Matrix {
    /** One pair that has exchanged messages. */
    record Cell(int sender, int receiver, long messages, long bytes, long lost) {
        private Cell plus(Cell other) {
            return new Cell(sender, receiver, messages + other.messages, bytes + other.bytes, lost + other.lost);
        }
    }

    private final Map<Long, Cell> cells = new TreeMap<>();

    private Matrix() {}

    /** A message counts once: as its send has it, or as its receive does if there is no send. */
    static List<Cell> of(Trace trace) {
        Matrix matrix = new Matrix();
        for (Rank rank : trace.ranks())
            for (Event event : rank.events) {
                if (!event.isMessage() || event.peer < 0) continue;
                if (event.kind == Event.Kind.SEND) matrix.add(event.rank, event.peer, event, event.partner);
                else if (event.partner == null) matrix.add(event.peer, event.rank, event, null);
            }
        return new ArrayList<>(matrix.cells.values());
    }

    private void add(int sender, int receiver, Event event, Event partner) {
        long lost = (event.lost + (partner == null ? 0 : partner.lost)) * event.weight;
        Cell cell = new Cell(sender, receiver, event.weight, event.bytes * event.weight, lost);
        cells.merge((long) sender << 32 | receiver, cell, Cell::plus);
    }
}
