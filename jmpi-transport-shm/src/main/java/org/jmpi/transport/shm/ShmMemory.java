package org.jmpi.transport.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;
import org.jmpi.comm.transport.SharedMemory;

/** Regions in mapped files, which lie beside their creator's board and have its name and a number. */
final class ShmMemory implements SharedMemory {
    private static final String MARK = ".region";

    private final Path board;
    private final IntPredicate reached;
    private final AtomicLong created = new AtomicLong();

    /**
     * @param board the name of this rank's board
     * @param reached tells which ranks are on this host
     */
    ShmMemory(Path board, IntPredicate reached) {
        this.board = board;
        this.reached = reached;
    }

    @Override
    public boolean reaches(int peer) {
        return reached.test(peer);
    }

    @Override
    public Region create(int bytes, int ranks) throws IOException {
        Path path = board.resolveSibling(board.getFileName() + MARK + created.incrementAndGet());
        try (SharedFile file = SharedFile.create(path, bytes)) {
            return new Region(path.toString(), file.memory(), null);
        }
    }

    @Override
    public Region attach(String name, int bytes) throws IOException {
        try (SharedFile file = SharedFile.open(Path.of(name), bytes)) {
            return new Region(name, file.memory(), null);
        }
    }

    @Override
    public void unlink(String name) {
        try {
            Files.deleteIfExists(Path.of(name));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + name, e);
        }
    }
}
