package org.jmpi.transport.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;
import org.jmpi.comm.transport.SharedMemory;

/** Regions in mapped files, which lie beside their creator's board and have its name and one of their own. */
final class ShmMemory implements SharedMemory {
    private static final String MARK = ".region";

    private final int rank;
    private final Path own;
    private final IntFunction<Path> boards;

    /**
     * @param own the name of this rank's board
     * @param boards the name of each peer's board; null of one that is not on this host
     */
    ShmMemory(int rank, Path own, IntFunction<Path> boards) {
        this.rank = rank;
        this.own = own;
        this.boards = boards;
    }

    @Override
    public boolean reaches(int peer) {
        return peer == rank || boards.apply(peer) != null;
    }

    @Override
    public ByteBuffer create(String name, int bytes) throws IOException {
        try (SharedFile file = SharedFile.create(path(own, name), bytes)) {
            return file.memory();
        }
    }

    @Override
    public ByteBuffer attach(int creator, String name, int bytes) throws IOException {
        Path path = path(creator == rank ? own : boards.apply(creator), name);
        try (SharedFile file = SharedFile.open(path, bytes)) {
            return file.memory();
        }
    }

    @Override
    public void unlink(String name) {
        Path path = path(own, name);
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + path, e);
        }
    }

    private static Path path(Path board, String name) {
        return board.resolveSibling(board.getFileName() + MARK + name);
    }
}
