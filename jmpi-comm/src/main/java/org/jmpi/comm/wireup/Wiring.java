package org.jmpi.comm.wireup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.config.Warnings;
import org.jmpi.comm.control.RankNames;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.transport.CompositeTransport;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.MissingModules;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.ThreadsTransport;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.JobSecret;

/**
 * Connects the ranks of one process with each other and with those of other processes.
 *
 * <p>Each rank opens the transports that it may need, best first, and publishes where they reach it. With
 * {@value #AUTO} and all ranks on one host the first one that opens is enough, unless it did not open everywhere: then
 * the table of all ranks has no transport in common, as every rank sees alike, and each opens the last one, too, and
 * publishes again.
 */
public final class Wiring {
    /** Stands for the best of several transports, for each pair of ranks. */
    public static final String AUTO = "auto";

    private static final String UNPROTECTED =
            "messages between hosts are not encrypted: anybody in control of the network between them can read"
                    + " and change them; --tls (jmpi.tls=on) encrypts them, and jmpi.tls=off silences this line";

    private static final String SLOWER =
            " cannot share memory on the host, so that messages there go by slower sockets:"
                    + " 'jmpirun doctor' says what to do, and --transport socket silences this line";

    private static final List<Predicate<TransportProvider>> BEST_FIRST = List.of(
            provider -> provider.automatic() && !provider.leavesHost(),
            provider -> provider.automatic() && provider.leavesHost());

    private final List<WiredRank> ranks;
    private final String transport;
    private final List<Predicate<TransportProvider>> candidates;
    private final boolean allLocal;
    private final Host host;
    private final JobSecret secret;
    private final Iterable<TransportProvider> providers;
    private final Consumer<String> note;
    private List<PeerAddress> published = List.of();

    /** The transports within a host that were to be opened, and why that failed last in this process. */
    private final Set<String> withinHost = new HashSet<>();

    private String failure = "";
    private final List<CompositeTransport> opened = new ArrayList<>();

    /** Of each rank, the transports to other processes that it has opened. */
    private final List<Set<String>> open = new ArrayList<>();

    /**
     * Connects nothing before {@link #connect}.
     *
     * @param ranks those of this process
     * @param transport the transport's name
     * @param allLocal whether every rank runs on this host
     * @param providers the transports that there are; looked through as far as is needed
     * @param secret of the job
     * @param note hears, in one line, why a transport is not used
     */
    public Wiring(
            List<WiredRank> ranks,
            String transport,
            boolean allLocal,
            JobSecret secret,
            Iterable<TransportProvider> providers,
            Consumer<String> note) {
        this.ranks = ranks;
        this.transport = transport;
        this.candidates = transport.equals(AUTO)
                ? BEST_FIRST
                : List.of(provider -> provider.name().equals(transport));
        this.allLocal = allLocal;
        this.host = host(ranks.get(0), allLocal);
        this.secret = secret;
        this.providers = providers;
        this.note = note;
    }

    private static Host host(WiredRank rank, boolean allLocal) {
        String name = rank.hostName();
        return allLocal ? Host.named(name) : Host.ofProcess(name, rank.config());
    }

    /**
     * {@return the transports whose classes a loader knows, each of which is looked for when it is asked for}
     *
     * @param loader of the transports
     */
    public static Iterable<TransportProvider> providers(ClassLoader loader) {
        return () -> Providers.of(loader);
    }

    /**
     * {@return the wiring of a process's ranks with those of the other processes of their job}
     *
     * @param ranks those of this process
     * @param wireUp names the job's transport and its secret
     * @param loader of the transports
     * @param note hears, in one line, why a transport is not used
     */
    public static Wiring of(List<WiredRank> ranks, WireUp wireUp, ClassLoader loader, Consumer<String> note) {
        return new Wiring(ranks, wireUp.transport(), wireUp.allLocal(), wireUp.secret(), providers(loader), note);
    }

    /**
     * Connects the ranks.
     *
     * @param meeting where ranks of this process meet, null if they do not know of each other
     * @param exchange publishes the addresses of this process's ranks and returns those of all ranks
     * @throws CommException if a transport is not on the class path or does not open
     */
    public void connect(ThreadsTransport.Meeting meeting, Function<List<PeerAddress>, RankTable> exchange) {
        try {
            for (WiredRank rank : ranks) open(rank, meeting);
            RankTable table = publish(exchange);
            if (!haveOneInCommon(table.addresses())) {
                for (int i = 0; i < ranks.size(); i++) openLast(i);
                table = publish(exchange);
            }
            for (int i = 0; i < ranks.size(); i++) ranks.get(i).connect(opened.get(i), table, secret);
            WiredRank first = ranks.get(0);
            boolean unprotected = first.rank() == 0 && isUnprotected(table, first.config());
            if (unprotected && Once.ofUser().isFirst("unencrypted")) Warnings.print(UNPROTECTED);
            if (first.rank() == 0) warnOfSockets(table.addresses());
        } catch (RuntimeException e) {
            opened.forEach(Transport::close);
            throw e;
        }
    }

    private void warnOfSockets(List<PeerAddress> table) {
        BitSet apart = apart(table, withinHost);
        if (!apart.isEmpty())
            Warnings.print(RankNames.of(apart) + SLOWER + (failure.isEmpty() ? "" : " (" + failure + ")"));
    }

    /** Returns the ranks that reach no other process of their host by a transport within it. */
    static BitSet apart(List<PeerAddress> table, Set<String> withinHost) {
        BitSet apart = new BitSet();
        if (withinHost.isEmpty()) return apart;
        for (int rank = 0; rank < table.size(); rank++) {
            PeerAddress own = table.get(rank);
            if (Collections.disjoint(transports(own), withinHost)
                    && table.stream().anyMatch(other -> isOtherProcess(own, other))) apart.set(rank);
        }
        return apart;
    }

    private static boolean isOtherProcess(PeerAddress one, PeerAddress other) {
        return one.host().equals(other.host()) && Collections.disjoint(one.split(), other.split());
    }

    /** Returns whether messages leave their hosts in clear, and the user has not said so. */
    static boolean isUnprotected(RankTable table, JmpiConfig config) {
        return !config.tls() && !config.clearAccepted() && !table.allLocal();
    }

    /** {@return where this process's ranks are reached, as the others know it} */
    public List<PeerAddress> published() {
        return published;
    }

    private RankTable publish(Function<List<PeerAddress>, RankTable> exchange) {
        List<PeerAddress> addresses = new ArrayList<>();
        for (CompositeTransport transport : opened) addresses.add(transport.address());
        published = addresses;
        return exchange.apply(addresses);
    }

    private void open(WiredRank rank, ThreadsTransport.Meeting meeting) {
        CompositeTransport transport = new CompositeTransport(rank.rank(), rank.size(), rank.frames());
        opened.add(transport);
        open.add(new HashSet<>());
        int index = opened.size() - 1;
        try {
            if (meeting != null) transport.add(handler -> meeting.open(rank.rank(), host, handler));
            for (int i = 0; i < candidates.size() - 1; i++) if (tryOpen(index, candidates.get(i)) && allLocal) return;
        } catch (IOException e) {
            throw new IllegalStateException("threads of one JVM need nothing that a host could refuse", e);
        }
        openLast(index);
    }

    private boolean tryOpen(int index, Predicate<TransportProvider> candidate) {
        Optional<TransportProvider> provider = provider(candidate);
        if (provider.isEmpty()) return false;
        withinHost.add(provider.get().name());
        try {
            open(index, provider.get());
            return true;
        } catch (IOException e) {
            failure = e.getMessage();
            note.accept("transport " + provider.get().name() + " does not open for rank "
                    + ranks.get(index).rank() + ": " + e.getMessage());
            return false;
        }
    }

    private void openLast(int index) {
        Optional<TransportProvider> last = provider(candidates.get(candidates.size() - 1));
        if (last.isEmpty())
            throw new CommException(
                    ErrorClass.OTHER, "transport " + transport + " is not on the class path: found " + found());
        TransportProvider provider = last.get();
        if (open.get(index).contains(provider.name())) return;
        try {
            open(index, provider);
        } catch (IOException e) {
            throw new CommException(
                    ErrorClass.OTHER, "transport " + provider.name() + " does not open: " + e.getMessage());
        }
    }

    private Optional<TransportProvider> provider(Predicate<TransportProvider> candidate) {
        for (TransportProvider provider : providers) if (candidate.test(provider)) return Optional.of(provider);
        return Optional.empty();
    }

    private Set<String> found() {
        Set<String> names = new TreeSet<>();
        for (TransportProvider provider : providers) names.add(provider.name());
        return names;
    }

    private void open(int index, TransportProvider provider) throws IOException {
        WiredRank rank = ranks.get(index);
        TransportSite site =
                new TransportSite(rank.rank(), rank.size(), allLocal, host, secret, rank.config(), rank.reachesAll());
        try {
            opened.get(index).add(handler -> provider.open(site, handler));
        } catch (NoClassDefFoundError e) {
            throw new IOException(MissingModules.of(provider.getClass()).orElseThrow(() -> e), e);
        }
        open.get(index).add(provider.name());
    }

    /** Returns whether there is a transport that reaches from every process to every other. */
    private static boolean haveOneInCommon(List<PeerAddress> table) {
        Set<String> common = transports(table.get(0));
        for (PeerAddress address : table) common.retainAll(transports(address));
        common.remove(ThreadsTransport.NAME);
        return !common.isEmpty();
    }

    private static Set<String> transports(PeerAddress address) {
        Set<String> names = new HashSet<>();
        for (PeerAddress single : address.split()) names.add(single.transport());
        return names;
    }
}
