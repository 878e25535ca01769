package org.jmpi.comm.window;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jmpi.comm.coll.Allgather;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.frame.Peer;
import org.jmpi.comm.object.ErrorHandler;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.schedule.Blocks;
import org.jmpi.comm.transport.SharedMemory;

/**
 * Makes one window at this rank. The ranks exchange what they know of their memory; then each finds the memory of those
 * that it shares memory with, and the others have frames.
 */
final class WindowMaker {
    /** The bytes of a piece of memory that is too long for one buffer. */
    static final int PIECE = 1 << 30;

    /** The most bytes of memory that is one piece: with the lock and its alignment a buffer holds them. */
    private static final int MOST_IN_ONE = Integer.MAX_VALUE - 512;

    /** The most bytes that a process can address. The JVM finds only after its last byte that more do not fit. */
    private static final long MOST_BYTES = 1L << 47;

    /** The hint that has all accesses go by frames, if it is "frames": for tests. */
    static final String PATH = "jmpi_path";

    private static final String FRAMES = "frames";
    private static final int ALIGNMENT = 128;

    /** The memory of all ranks of this JVM that make a window, by a number. */
    private static final Map<Long, WindowMemory> IN_THIS_JVM = new ConcurrentHashMap<>();

    private static final AtomicLong LAST = new AtomicLong();

    private final String call;
    private final int flavor;
    private final Communicator parent;
    private final Info info;
    private final List<SharedMemory.Region> created = new ArrayList<>();
    private SharedMemory creator;

    /** Why this rank has no memory; null if it has. */
    private CommException lacking;

    private Communicator comm;
    private WindowLayer layer;

    /**
     * The part of the memory that one rank has, as it reports it to the others.
     *
     * @param regions those that have its memory; none if it shares none
     * @param lacking why it has no memory; empty if it has
     */
    private record Told(Extent extent, long number, List<String> regions, String lacking) {
        byte[] encode() {
            try {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                DataOutputStream out = new DataOutputStream(bytes);
                out.writeLong(extent.size());
                out.writeInt(extent.unit());
                out.writeInt(extent.type() == null ? -1 : extent.type().ordinal());
                out.writeLong(number);
                out.writeInt(regions.size());
                for (String region : regions) out.writeUTF(region);
                out.writeUTF(lacking);
                return bytes.toByteArray();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static Told decode(byte[] bytes) {
            try {
                DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
                long size = in.readLong();
                int unit = in.readInt();
                int type = in.readInt();
                Extent extent = new Extent(size, unit, type < 0 ? null : BasicType.values()[type]);
                long number = in.readLong();
                List<String> regions = new ArrayList<>();
                for (int count = in.readInt(); count > 0; count--) regions.add(in.readUTF());
                return new Told(extent, number, regions, in.readUTF());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** @param info null for none */
    WindowMaker(String call, int flavor, Info info, Communicator comm) {
        this.call = call;
        this.flavor = flavor;
        this.info = info;
        this.parent = comm;
        comm.checkUsable();
        if (comm.isInter())
            throw new CommException(ErrorClass.COMM, call + " needs an intracommunicator: use Merge first");
    }

    private static void checkUnit(int dispUnit) {
        if (dispUnit <= 0) throw new CommException(ErrorClass.DISP, "displacement unit is not positive: " + dispUnit);
    }

    // ---- the memory of this rank ----

    Window over(UserBuffer base, int dispUnit) {
        checkUnit(dispUnit);
        return make(WindowMemory.of(base, dispUnit, lockBytes()), base.array());
    }

    Window dynamic() {
        return make(WindowMemory.dynamic(lockBytes()), null);
    }

    Window allocate(long size, int dispUnit) {
        checkUnit(dispUnit);
        if (size < 0) throw new CommException(ErrorClass.SIZE, "size is negative: " + size);
        WindowMemory memory;
        try {
            memory = createShared(size, dispUnit);
            if (memory == null) memory = of(allocate(size), size, dispUnit, lockBytes());
        } catch (CommException e) {
            // The other ranks learn of it in the exchange.
            lacking = e;
            memory = of(ByteBuffer.allocate(0), 0, dispUnit, lockBytes());
        }
        return make(memory, memory.bytes());
    }

    private static ByteBuffer lockBytes() {
        return ByteBuffer.allocateDirect(MemoryLock.BYTES + ALIGNMENT).alignedSlice(ALIGNMENT);
    }

    private static Object allocate(long size) {
        if (size > MOST_BYTES)
            throw new CommException(
                    ErrorClass.NO_MEM, "no process has so much memory: size=" + size + ", at most " + MOST_BYTES);
        try {
            if (size <= MOST_IN_ONE)
                return ByteBuffer.allocateDirect((int) size + 2 * ALIGNMENT)
                        .alignedSlice(ALIGNMENT)
                        .limit((int) size)
                        .slice()
                        .order(ByteOrder.nativeOrder());
            // One by one: the memory may end long before an array of all of them would fit.
            List<ByteBuffer> pieces = new ArrayList<>();
            for (long at = 0; at < size; at += PIECE)
                pieces.add(ByteBuffer.allocateDirect((int) Math.min(PIECE, size - at))
                        .order(ByteOrder.nativeOrder()));
            return pieces.toArray(ByteBuffer[]::new);
        } catch (OutOfMemoryError e) {
            throw new CommException(
                    ErrorClass.NO_MEM, "no direct memory is left: size=" + size + ": raise -XX:MaxDirectMemorySize", e);
        }
    }

    private static long pieces(long size) {
        return size <= MOST_IN_ONE ? 1 : (size - 1) / PIECE + 1;
    }

    /** Allocates memory that other processes reach; returns null if none do, or there is none. */
    private WindowMemory createShared(long size, int dispUnit) {
        int[] ranks = parent.group().worldRanks();
        creator = parent.process().engine().transports().sharedMemory(ranks);
        if (creator == null || creator.isOneJvm() || byFrames()) return null;
        try {
            creator.checkRoom(size);
            for (int piece = 0; piece < pieces(size); piece++)
                created.add(creator.create(regionBytes(piece, size), ranks.length));
            return of(created, size, dispUnit);
        } catch (IOException e) {
            unlink();
            created.clear();
            if (flavor == Window.FLAVOR_SHARED)
                throw new CommException(ErrorClass.NO_MEM, "no shared memory: size=" + size + ": " + e.getMessage(), e);
            return null;
        }
    }

    /** Returns the bytes of a region; the first one begins with the lock. */
    private static int regionBytes(int piece, long size) {
        int bytes = (int) (pieces(size) == 1 ? size : Math.min(PIECE, size - (long) piece * PIECE));
        return piece == 0 ? MemoryLock.BYTES + bytes : bytes;
    }

    private static WindowMemory of(List<SharedMemory.Region> regions, long size, int dispUnit) {
        ByteBuffer[] pieces = new ByteBuffer[regions.size()];
        for (int i = 0; i < pieces.length; i++) {
            ByteBuffer region = regions.get(i).memory().duplicate().clear();
            pieces[i] = region.limit(regionBytes(i, size))
                    .position(i == 0 ? MemoryLock.BYTES : 0)
                    .slice()
                    .order(ByteOrder.nativeOrder());
        }
        ByteBuffer lock = regions.get(0).memory().duplicate().clear().limit(MemoryLock.BYTES);
        return of(pieces.length == 1 ? pieces[0] : pieces, size, dispUnit, lock.slice());
    }

    private static WindowMemory of(Object memory, long size, int dispUnit, ByteBuffer lock) {
        return WindowMemory.of(new UserBuffer(memory, 0, size, null), dispUnit, lock);
    }

    // ---- the exchange ----

    private Window make(WindowMemory memory, Object base) {
        Process process = parent.process();
        layer = WindowLayer.of(process);
        long number = number(memory);
        try {
            comm = Communicators.dupIntra(parent);
            // A function is for communicators alone.
            if (!comm.errorHandler().isPredefined()) comm.errorHandler(ErrorHandler.RETURN);
            Exposure exposure = new Exposure(
                    memory, peer -> process.engine().peers().get(peer).gone() != null);
            layer.add(comm.context(), exposure);
            List<String> regions =
                    created.stream().map(SharedMemory.Region::name).toList();
            String without = lacking == null ? "" : lacking.getMessage();
            WindowTarget[] targets = targets(exchange(new Told(memory.extent(), number, regions, without)), memory);
            boolean sharesAll = Arrays.stream(targets).allMatch(target -> target.memory() != null);
            boolean shared = Communicators.least(call, comm, sharesAll ? 1 : 0) == 1;
            if (!shared && flavor == Window.FLAVOR_SHARED)
                throw new CommException(
                        ErrorClass.RMA_SHARED,
                        "not all ranks share memory; Split by host names makes communicators of those that do");
            // Other ranks need this one's progress, also while its program computes.
            comm.process().engine().leader().operationStarted();
            Runnable release = () -> {
                comm.process().engine().leader().operationEnded();
                layer.remove(comm.context());
            };
            Window made = new Window(
                    flavor, comm, layer, exposure, targets, predefined(base, memory.extent()), release, info);
            // The program frees the window, and not the communicator.
            comm.process().events().handleFreed(comm);
            comm.process().events().handleMade(made, "window");
            comm.process()
                    .events()
                    .windowMade(
                            comm.context(),
                            call,
                            memory.extent().bytes(),
                            comm.size(),
                            info == null ? new Info() : info);
            return made;
        } catch (RuntimeException | Error e) {
            if (comm != null) {
                layer.remove(comm.context());
                comm.free();
            }
            throw e;
        } finally {
            // Each rank has found the memory that it reaches, or makes no window.
            IN_THIS_JVM.remove(number);
            unlink();
        }
    }

    /** Returns the number by which other ranks of this JVM find the memory; 0 if there are none. */
    private long number(WindowMemory memory) {
        ProgressEngine engine = parent.process().engine();
        boolean isAlone = IntStream.of(parent.group().worldRanks())
                .mapToObj(engine.transports()::sharedMemory)
                .noneMatch(shared -> shared != null && shared.isOneJvm());
        if (isAlone) return 0;
        long number = LAST.incrementAndGet();
        IN_THIS_JVM.put(number, memory);
        return number;
    }

    private Map<Integer, Object> predefined(Object base, Extent extent) {
        Map<Integer, Object> all = new HashMap<>();
        if (base != null) all.put(Window.BASE_KEY, base);
        all.put(Window.SIZE_KEY, Math.max(0, extent.size()));
        all.put(Window.DISP_UNIT_KEY, extent.unit());
        all.put(Window.CREATE_FLAVOR_KEY, flavor);
        all.put(Window.MODEL_KEY, Window.MODEL_UNIFIED);
        return all;
    }

    private void unlink() {
        created.forEach(region -> creator.unlink(region.name()));
    }

    private List<Told> exchange(Told own) {
        byte[] bytes = own.encode();
        int longest = -Communicators.least(call, comm, -bytes.length);
        byte[] all = new byte[Math.multiplyExact(longest, comm.size())];
        Layout layout = Layout.of(BasicType.BYTE);
        comm.collectives()
                .run(
                        call,
                        peers -> Allgather.run(
                                peers,
                                new Buffer(Arrays.copyOf(bytes, longest), 0, longest, layout),
                                Blocks.equal(new Buffer(all, 0, longest, layout))));
        List<Told> told = new ArrayList<>();
        for (int rank = 0; rank < comm.size(); rank++)
            told.add(Told.decode(Arrays.copyOfRange(all, rank * longest, (rank + 1) * longest)));
        checkMemory(told);
        return told;
    }

    /** Refuses a window for which one of the ranks has no memory: all ranks do. */
    private void checkMemory(List<Told> told) {
        if (lacking != null) throw lacking;
        for (int rank = 0; rank < told.size(); rank++) {
            String without = told.get(rank).lacking();
            if (!without.isEmpty()) throw new CommException(ErrorClass.NO_MEM, "rank " + rank + ": " + without);
        }
    }

    private WindowTarget[] targets(List<Told> told, WindowMemory own) {
        WindowTarget[] targets = new WindowTarget[told.size()];
        for (int rank = 0; rank < targets.length; rank++) targets[rank] = target(rank, told.get(rank), own);
        return targets;
    }

    private WindowTarget target(int rank, Told told, WindowMemory own) {
        Process process = comm.process();
        int worldRank = comm.group().worldRank(rank);
        WindowMemory memory = null;
        if (!byFrames()) memory = rank == comm.rank() ? own : find(worldRank, told);
        Path path = memory != null
                ? new DirectPath(memory, layer, process.engine(), process.worldRank())
                : new FramePath(
                        comm,
                        layer.frames().peer(worldRank),
                        told.extent(),
                        layer.frames().longestPayload());
        Peer peer = layer.frames().peer(worldRank);
        Events events = process.events();
        Path known = events == Events.NONE ? path : new ObservedPath(path, peer, comm.context(), events);
        return new WindowTarget(peer, told.extent(), memory, known);
    }

    private boolean byFrames() {
        return info != null && FRAMES.equals(info.get(PATH));
    }

    /** Returns the memory of another rank if this one reaches it, else null. */
    private WindowMemory find(int worldRank, Told told) {
        SharedMemory shared = comm.process().engine().transports().sharedMemory(worldRank);
        if (shared == null || !shared.reaches(worldRank)) return null;
        if (shared.isOneJvm()) return IN_THIS_JVM.get(told.number());
        if (told.regions().isEmpty()) return null;
        try {
            List<SharedMemory.Region> regions = new ArrayList<>();
            for (int piece = 0; piece < told.regions().size(); piece++)
                regions.add(shared.attach(
                        told.regions().get(piece),
                        regionBytes(piece, told.extent().size())));
            return of(regions, told.extent().size(), told.extent().unit());
        } catch (IOException e) {
            // The other rank's memory stays within its reach by frames.
            return null;
        }
    }
}
