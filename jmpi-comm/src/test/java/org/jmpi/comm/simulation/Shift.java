package org.jmpi.comm.simulation;

import java.util.Arrays;
import java.util.function.Consumer;

/** Ranks in a ring, each of which sends to the next one and receives from the one before, by Sendrecv. */
final class Shift extends Action {
    private final int[] ring;
    private final ElementKind kind;
    private final int[] counts;
    private final Items[] items;
    private final boolean replaces;

    /**
     * @param ring the ranks, in the world
     * @param counts the items that each rank sends, by its place in the ring
     * @param items of each rank
     * @param replaces whether each rank receives into its send buffer
     */
    Shift(int number, CommModel comm, int[] ring, ElementKind kind, int[] counts, Items[] items, boolean replaces) {
        super(number, comm);
        this.ring = ring;
        this.kind = kind;
        this.counts = counts;
        this.items = items;
        this.replaces = replaces;
    }

    @Override
    void steps(Consumer<Step> steps) {
        for (int i = 0; i < ring.length; i++) {
            int place = i;
            String text =
                    (replaces ? "Sendrecv_replace" : "Sendrecv") + " to " + ring[next(i)] + ", from " + ring[before(i)];
            steps.accept(step(ring[i], begin(), 0, text, rank -> run(rank, place)));
        }
    }

    private int next(int place) {
        return (place + 1) % ring.length;
    }

    private int before(int place) {
        return (place + ring.length - 1) % ring.length;
    }

    private void run(RankRun rank, int place) {
        int from = before(place);
        Items own = items[place];
        int most = Arrays.stream(counts).max().orElseThrow();
        GuardedBuffer send = new GuardedBuffer(kind, own.span(most));
        send.write(0, own, counts[place], i -> value(place, 0, i));
        GuardedBuffer receive = replaces ? send : new GuardedBuffer(kind, own.span(most));
        int tag = ProgramGenerator.tag(number(), 0);
        int[] needs = {ring[next(place)], ring[from]};
        Status[] done = new Status[1];
        boolean complete = rank.attempt(
                needs,
                () -> done[0] = rank.messages(comm())
                        .sendrecv(
                                send.items(own, counts[place]),
                                comm().rank(ring[next(place)]),
                                tag,
                                receive.items(own, replaces ? counts[place] : most),
                                comm().rank(ring[from]),
                                tag,
                                Status.BINDING));
        if (!complete) return;
        if (done[0].elements() != counts[from] * own.size())
            throw new AssertionError("received " + done[0].elements() + " elements of " + counts[from] * own.size());
        receive.expect(0, own, counts[from], i -> value(from, 0, i));
        receive.check("receive buffer");
        send.check("send buffer");
    }

    @Override
    public String toString() {
        return "a shift of " + Arrays.toString(counts) + "*" + kind + " through ranks " + Arrays.toString(ring) + " on "
                + comm();
    }
}
