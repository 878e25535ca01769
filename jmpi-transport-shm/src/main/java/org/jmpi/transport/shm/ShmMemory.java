package org.jmpi.transport.shm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.jmpi.comm.transport.SharedMemory;

/** Regions in mapped files, which lie beside their creator's control block and have its name and a number. */
final class ShmMemory implements SharedMemory {
    private static final String MARK = ".region";

    private final SharedFolder folder;
    private final Path controlBlock;
    private final IntPredicate reached;
    private final IntFunction<String> losses;

    /** Regions whose names have not been taken away: guarded by this. */
    private final Set<Path> linked = new HashSet<>();

    private long created;
    private boolean closed;

    /**
     * @param folder where this rank's control block is
     * @param control block the name of this rank's control block
     * @param reached accepts the ranks on this host
     * @param losses returns why such a rank has ended, or null
     */
    ShmMemory(SharedFolder folder, Path controlBlock, IntPredicate reached, IntFunction<String> losses) {
        this.folder = folder;
        this.controlBlock = controlBlock;
        this.reached = reached;
        this.losses = losses;
    }

    @Override
    public boolean reaches(int peer) {
        return reached.test(peer);
    }

    @Override
    public void checkRoom(long bytes) throws IOException {
        folder.checkRoom(bytes);
    }

    @Override
    public synchronized Region create(int bytes, int ranks) throws IOException {
        if (closed) throw new IOException("the rank has left its job");
        Path path = controlBlock.resolveSibling(controlBlock.getFileName() + MARK + ++created);
        try (SharedFile file = folder.create(path, bytes)) {
            linked.add(path);
            return new Region(path.toString(), file.memory(), null);
        }
    }

    @Override
    public Region attach(String name, int bytes) throws IOException {
        Path path = Path.of(name);
        if (!path.isAbsolute()) throw new IOException(name + " is no region in a file");
        try (SharedFile file = SharedFile.open(path, bytes)) {
            return new Region(name, file.memory(), null);
        }
    }

    @Override
    public synchronized void unlink(String name) {
        Path path = Path.of(name);
        if (linked.remove(path)) ShmTransport.unlink(path);
    }

    @Override
    public String lossOf(int peer) {
        return reaches(peer) ? losses.apply(peer) : null;
    }

    /** Takes the names of all regions away, also of those that a rank is about to attach to. */
    synchronized void close() {
        closed = true;
        linked.forEach(ShmTransport::unlink);
        linked.clear();
    }
}
