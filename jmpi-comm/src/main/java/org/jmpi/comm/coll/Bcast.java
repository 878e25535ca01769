package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;

/** The root's data go to every rank (MPI-4.1 section 6.4). */
public final class Bcast {
    /** Costs for p ranks and n bytes, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm {
        /**
         * Each rank that has the data passes them on to one half of those it is responsible for:
         * {@code ceil(log2 p) * (alpha + n * beta)}.
         */
        BINOMIAL_TREE,
        /**
         * The root deals out p parts along a tree, then they go round a ring (van de Geijn):
         * {@code (ceil(log2 p) + p - 1) * alpha + 2 * (p - 1) / p * n * beta}. Not possible from 2 GiB on.
         */
        SCATTER_ALLGATHER,
        /**
         * Parts of s bytes go from rank to rank, each on its way before the last has come:
         * {@code (p - 2 + n / s) * (alpha + s * beta)}. Not possible from 2 GiB on.
         */
        CHAIN,
        /**
         * The root writes the cells of a {@link Pinboard}, which all others read at the same time, while it writes the next
         * ones: {@code alpha + (n + s) * beta}, with s the bytes of a cell.
         */
        SHARED,
        /** From the root to one rank of each of h hosts, then among the ranks of each: {@code log2(h) * (alpha + n * beta)}. */
        HIERARCHICAL
    }

    private Bcast() {}

    static Algorithm choose(int ranks, Buffer buffer, Tuning tuning) {
        boolean fits = Packed.fits(Packed.weight(buffer));
        Algorithm forced = tuning.forced(Algorithm.class);
        if (forced != null && (fits || forced == Algorithm.BINOMIAL_TREE)) return forced;
        boolean large = fits && buffer.bytes() >= tuning.at(Tuning.Limit.BCAST_LARGE);
        boolean parts = large && ranks >= tuning.at(Tuning.Limit.MANY_RANKS);
        return parts ? Algorithm.SCATTER_ALLGATHER : Algorithm.BINOMIAL_TREE;
    }

    /**
     * @param peers the ranks that take part
     * @param buffer the root's data, and where the others receive them
     * @param root the root's rank
     * @throws org.jmpi.comm.error.CommException of class ROOT, BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void run(Peers peers, Buffer buffer, int root) {
        peers.checkRoot(root);
        buffer.check("buffer of Bcast");
        peers.enter("Bcast", root, null, buffer);
        Pinboard pinboard = peers.pinboard(Algorithm.SHARED);
        if (pinboard != null) {
            shared(peers, pinboard, buffer, root);
            return;
        }
        Hosts hosts = peers.hosts(Algorithm.HIERARCHICAL);
        if (hosts != null) {
            hierarchical(hosts, buffer, root);
            return;
        }
        switch (choose(peers.size(), buffer, peers.tuning())) {
            case BINOMIAL_TREE -> binomialTree(peers, buffer, root);
            case SCATTER_ALLGATHER -> scatterAllgather(peers, buffer, root);
            case CHAIN -> chain(peers, buffer, root);
        }
    }

    private static void shared(Peers peers, Pinboard pinboard, Buffer buffer, int root) {
        PinboardExchange exchange = pinboard.exchange().of(peers);
        if (peers.rank() == root) exchange.give(buffer);
        else exchange.take(buffer, root);
        exchange.run();
    }

    private static void hierarchical(Hosts hosts, Buffer buffer, int root) {
        Peers speakers = hosts.speakers(root);
        if (speakers != null) run(speakers, buffer, hosts.of(root));
        run(hosts.local(), buffer, hosts.place(root));
    }

    private static void binomialTree(Peers peers, Buffer buffer, int root) {
        BinomialTree tree = BinomialTree.of(peers, root);
        if (!tree.isRoot()) peers.receive(buffer, tree.parent());
        for (int i = tree.children() - 1; i >= 0; i--) peers.send(buffer, tree.child(i));
    }

    private static void scatterAllgather(Peers peers, Buffer buffer, int root) {
        BinomialTree tree = BinomialTree.of(peers, root);
        Packed packed = new Packed(buffer);
        Buffer data = packed.elements();
        Cuts cuts = packed.cut(peers.size());
        int place = tree.place();
        if (tree.isRoot()) packed.pack(peers);
        else peers.receive(cuts.parts(data, place, place + tree.size()), tree.parent());
        for (int i = tree.children() - 1; i >= 0; i--) {
            int first = tree.childPlace(i);
            peers.send(cuts.parts(data, first, first + tree.childSize(i)), tree.child(i));
        }
        Allgather.ring(peers, part -> cuts.part(data, part), place);
        if (!tree.isRoot()) packed.unpack(peers);
    }

    private static void chain(Peers peers, Buffer buffer, int root) {
        Packed packed = new Packed(buffer);
        Cuts cuts = packed.cutBy(peers.tuning().at(Tuning.Limit.BCAST_SEGMENT));
        int next = peers.neighbour(1);
        if (peers.rank() == root) packed.pack(peers);
        Peers.Transfer incoming = startReceive(peers, packed, cuts, 0, root);
        Peers.Transfer outgoing = null;
        for (int part = 0; part < cuts.count(); part++) {
            Peers.Transfer following = startReceive(peers, packed, cuts, part + 1, root);
            if (incoming != null) incoming.await();
            incoming = following;
            if (outgoing != null) outgoing.await();
            outgoing = next == root ? null : peers.startSend(cuts.part(packed.elements(), part), next);
        }
        if (outgoing != null) outgoing.await();
        if (peers.rank() != root) packed.unpack(peers);
    }

    private static Peers.Transfer startReceive(Peers peers, Packed packed, Cuts cuts, int part, int root) {
        if (peers.rank() == root || part == cuts.count()) return null;
        return peers.startReceive(cuts.part(packed.elements(), part), peers.neighbour(-1));
    }
}
