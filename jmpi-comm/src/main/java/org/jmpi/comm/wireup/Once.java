package org.jmpi.comm.wireup;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jmpi.comm.trust.ThisUser;

/**
 * A warning that a user gets once on each host. An empty folder, such as {@code /tmp/jmpi-unencrypted-alice}, marks it
 * as printed.
 */
final class Once {
    private final Path folder;

    Once(Path folder) {
        this.folder = folder;
    }

    static Once ofUser() {
        return new Once(Path.of(System.getProperty("java.io.tmpdir")));
    }

    /**
     * Returns whether this is the first call, and also if that cannot be kept: another user may have made the folder.
     *
     * @param name of the warning
     */
    boolean isFirst(String name) {
        Path mark = ThisUser.folder(folder, name);
        try {
            Files.createDirectory(mark);
            return true;
        } catch (FileAlreadyExistsException e) {
            return !isOwn(mark);
        } catch (IOException e) {
            return true;
        }
    }

    private boolean isOwn(Path mark) {
        try {
            return Files.getOwner(mark, LinkOption.NOFOLLOW_LINKS).equals(ThisUser.owner());
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
