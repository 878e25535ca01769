package org.jmpi.transport.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jmpi.comm.transport.ControlBlock;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.RingMemory;
import org.jmpi.comm.transport.RingTransport;
import org.jmpi.comm.transport.SharedMemory;
import org.jmpi.comm.transport.TransportSite;

/**
 * Rings in mapped files, between processes of one host.
 *
 * <p>Each rank has a file with its control block, whose path it publishes, and a small ring for each peer
 * ({@link RingFile}). A rank that sends to another for the first time makes a file with a larger ring beside the
 * receiver's control block, or takes the small one if there is no room, and leaves word on the control block. A file's
 * name is removed as soon as all have mapped it who will.
 *
 * <pre>
 *       0        8       16      24       32            128
 * control block | magic  | token | port  | mapped | unused      | see {@link ControlBlock}
 * </pre>
 *
 * The token is the job's, which the owner of the control block publishes with its path: no file of another job is taken
 * for one of this job.
 */
final class ShmTransport extends RingTransport {
    private static final int TOKEN = 8;
    private static final int PORT = 16;
    private static final int MAPPED = 24;
    /** The longest sleep in ns of a rank that has no port to be woken by. */
    private static final long UNHEARD_NANOS = 1_000_000;

    private static final int EAGER_LIMIT = 64 << 10;
    private static final int CELLS = 256;
    private static final int MOST_BULK = 2 << 20;
    private static final int LEAST_BULK = 64 << 10;

    /**
     * Bytes of all rings of a host if every rank sends to every other one; a ring has its least size if that is more.
     */
    private static final long MOST_MEMORY = 256L << 20;

    /** Stands between the token and the size in an address. */
    private static final String SIZE = "/";

    private final TransportSite site;
    private final int size;
    private final Host host;
    private final SharedFolder folder;
    private final Path name;
    private final SharedFile own;
    private final long token;
    private final int bulkBytes;
    private final Peer[] peers;
    private final ShmMemory regions;
    private final Doorbell doorbell = new Doorbell();

    /** The rings to others, which are held: a peer that has been stopped for a while still finds its ring. */
    private final Queue<SharedFile> rings = new ConcurrentLinkedQueue<>();

    private int expected;
    private boolean linked = true;

    private record Peer(Path name, long token, SharedFile controlBlock) {}

    private ShmTransport(TransportSite site, FrameHandler handler, SharedFolder folder, SharedFile own, int bulkBytes) {
        super(site.rank(), site.size(), handler, new ControlBlock(own.memory(), site.size()), Integer.MAX_VALUE);
        this.site = site;
        this.size = site.size();
        this.host = site.host();
        this.folder = folder;
        this.name = folder.nameOf(site);
        this.own = own;
        this.bulkBytes = bulkBytes;
        this.peers = new Peer[size];
        this.regions = new ShmMemory(folder, name, peer -> peer == rank || peers[peer] != null, this::lossOf);
        this.token = site.secret().token();
        own.memory().putLong(TOKEN, token).putLong(0, RingFile.MAGIC);
    }

    /** @throws IOException if there is no folder, or no room in it, for what the ranks share */
    static ShmTransport open(TransportSite site, FrameHandler handler) throws IOException {
        return open(site, handler, SharedFolder.of(site.config()));
    }

    static ShmTransport open(TransportSite site, FrameHandler handler, SharedFolder folder) throws IOException {
        if (site.rank() == 0 || !site.allLocal()) folder.sweepOthers(site);
        int bulkBytes = bulkBytes(site.size(), folder.room());
        SharedFile own = folder.createControlBlock(site);
        return new ShmTransport(site, handler, folder, own, bulkBytes);
    }

    /** Returns the size of the rings' bulk: as the folder has room for, if every rank sends to every other one. */
    static int bulkBytes(int size, long room) {
        long pairs = (long) size * (size - 1);
        return fitting(MOST_BULK, Math.min(MOST_MEMORY, room / 2) / Math.max(1, pairs));
    }

    /** Returns the size of the bulk of a ring that takes at most some bytes in all, or the least size. */
    private static int fitting(int most, long ringBytes) {
        int bulk = most;
        while (bulk > LEAST_BULK && RingMemory.bytes(CELLS, bulk) > ringBytes) bulk >>= 1;
        return bulk;
    }

    @Override
    public PeerAddress address() {
        return new PeerAddress(ShmTransportProvider.NAME, host, Long.toHexString(token) + SIZE + size + ":" + name);
    }

    @Override
    public boolean reaches(PeerAddress peer) {
        if (!peer.transport().equals(ShmTransportProvider.NAME) || !peer.host().equals(host)) return false;
        // The layout of a control block depends on the size. Ranks that join later have another one.
        return token(peer).endsWith(SIZE + size);
    }

    private static String token(PeerAddress peer) {
        return peer.location().substring(0, peer.location().indexOf(':'));
    }

    @Override
    public int eagerLimit() {
        return EAGER_LIMIT;
    }

    @Override
    protected ControlBlock controlBlock(int peer, PeerAddress address) throws IOException {
        String proof = token(address);
        long expectedToken = Long.parseUnsignedLong(proof.substring(0, proof.indexOf(SIZE)), 16);
        Path path = Path.of(address.location().substring(proof.length() + 1));
        SharedFile file = SharedFile.open(path, RingFile.controlBlockBytes(size));
        RingFile.check(path, file.memory().getLong(0), file.memory().getLong(TOKEN), expectedToken);
        peers[peer] = new Peer(path, expectedToken, file);
        expected++;
        file.words().getAndAdd(MAPPED, 1);
        return new ControlBlock(file.memory(), size);
    }

    @Override
    public SharedMemory sharedMemory(int... ranks) {
        return regions;
    }

    private static Path ringName(Path controlBlock, int from) {
        return controlBlock.resolveSibling(controlBlock.getFileName() + "." + from);
    }

    @Override
    protected String name() {
        return ShmTransportProvider.NAME;
    }

    @Override
    protected RingMemory makeRing(int to) {
        try {
            return makeOwnRing(to);
        } catch (IOException e) {
            // There is no room, or no file descriptor, or the folder is gone.
            return RingFile.beginReserved(peers[to].controlBlock().memory(), size, rank, peers[to].token());
        }
    }

    private RingMemory makeOwnRing(int to) throws IOException {
        Path path = ringName(peers[to].name(), rank);
        Path draft = path.resolveSibling(path.getFileName() + SharedFile.DRAFT);
        int bulk = fitting(bulkBytes, folder.room() / 2);
        SharedFile file = folder.create(draft, RingMemory.bytes(CELLS, bulk));
        try {
            RingMemory ring = RingFile.begin(file.memory(), CELLS, bulk, peers[to].token());
            SharedFolder.publish(file, path);
            rings.add(file);
            return ring;
        } catch (IOException e) {
            file.unlink();
            file.close();
            throw e;
        }
    }

    @Override
    protected RingMemory findRing(int from) throws IOException {
        RingMemory reserved = RingFile.findReserved(own.memory(), size, from, token);
        if (reserved != null) return reserved;
        Path path = ringName(name, from);
        try (SharedFile file = SharedFile.open(path, RingMemory.bytes(1, 1))) {
            RingMemory ring = RingFile.find(file.memory(), CELLS, MOST_BULK, token, path);
            file.unlink();
            return ring;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    @Override
    protected boolean isReached() {
        return own.words().getAcquire(MAPPED) >= expected;
    }

    @Override
    protected void tidy() {
        if (!linked || !isReached()) return;
        linked = false;
        unlink(name);
    }

    @Override
    protected String lossOf(int peer) {
        if (peer == rank) return null;
        // An interrupted thread would close the file.
        boolean isInterrupted = Thread.interrupted();
        try {
            return peers[peer].controlBlock().isHeld() ? null : "its process has died";
        } finally {
            if (isInterrupted) Thread.currentThread().interrupt();
        }
    }

    @Override
    protected void sleep(long nanos) {
        try {
            own.words().setVolatile(PORT, doorbell.port());
        } catch (ClosedChannelException e) {
            return; // the transport was closed after the waiting thread's check, or the thread is interrupted
        } catch (IOException e) {
            // No file descriptor is left, or the loopback device is down: no peer can ring, so this rank looks itself.
            LockSupport.parkNanos(this, Math.min(nanos, UNHEARD_NANOS));
            return;
        }
        doorbell.await(nanos, this::isRung);
    }

    @Override
    protected void ring(int asleep) {
        if (asleep == rank) {
            doorbell.wakeup();
            return;
        }
        int port = (int) peers[asleep].controlBlock().words().getAcquire(PORT);
        if (port != 0) doorbell.ring(port);
    }

    @Override
    protected void release() {
        doorbell.close();
        unlink(name);
        regions.close();
        try {
            for (int peer = 0; peer < size; peer++) {
                if (peers[peer] == null) continue;
                // A peer that is still there reads the frames written to it. Frames from it are not read any more.
                if (hasEnded(peer)) unlink(ringName(peers[peer].name(), rank));
                unlink(ringName(name, peer));
                peers[peer].controlBlock().close();
            }
            for (SharedFile ring : rings) ring.close();
            own.close();
            // A job that has not come together: other ranks may have been killed while their control blocks had names.
            if (linked) folder.sweepJob(site);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close shared memory in " + name.getParent(), e);
        }
    }

    static void unlink(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + path, e);
        }
    }
}
