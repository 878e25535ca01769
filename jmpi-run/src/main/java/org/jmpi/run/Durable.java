package org.jmpi.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that are there as a whole or not at all, also after a power failure. */
final class Durable {
    private Durable() {}

    /**
     * Moves a file to another name in the same folder, in place of what is there.
     *
     * @throws IOException if that does not work, such as while Windows uses the old one
     */
    static void move(Path file, Path to) throws IOException {
        // Some file systems would write the new name before the contents.
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
        Files.move(file, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
