package org.jmpi.transport.shm;

import java.io.IOException;
import java.nio.file.Path;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportContract;
import org.jmpi.comm.transport.TransportSite;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The rings that ranks reserve for each other keep the contract: the folder has no room for any other. */
@Tag("full")
class FullFolderTest extends TransportContract {
    @TempDir
    Path folder;

    @Override
    protected boolean letsJoin() {
        return false;
    }

    @Override
    protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return ShmTransport.open(site, handler, new SharedFolder(folder, () -> 0));
    }
}
