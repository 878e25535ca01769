package org.jmpi.run;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.wireup.WireUp;
import org.jmpi.comm.wireup.WireUpProvider;

/** The process manager of tests: processes of one host that meet through files in a folder. */
public final class FolderProvider implements WireUpProvider {
    static final String FOLDER = "TEST_WIREUP_FOLDER";
    static final String RANK = "TEST_WIREUP_RANK";
    static final String SIZE = "TEST_WIREUP_SIZE";
    static final String TRANSPORT = "TEST_WIREUP_TRANSPORT";
    static final String SECRET = "secret";

    /** The file that the first {@link WireUp#abort} writes. */
    static final String ABORTED = "aborted";

    private static final long POLL_NANOS = 2_000_000;

    @Override
    public String name() {
        return "folder of a test";
    }

    @Override
    public int order() {
        return 1;
    }

    @Override
    public boolean recognises(Map<String, String> environment) {
        return environment.containsKey(FOLDER);
    }

    @Override
    public WireUp open(Map<String, String> environment, JmpiConfig config) throws IOException {
        Path folder = Path.of(environment.get(FOLDER));
        JobSecret secret = JobSecret.fromHex(Files.readString(folder.resolve(SECRET)));
        return new FolderWireUp(
                folder,
                Integer.parseInt(environment.get(RANK)),
                Integer.parseInt(environment.get(SIZE)),
                environment.get(TRANSPORT),
                secret);
    }

    private static final class FolderWireUp implements WireUp {
        private final Path folder;
        private final int rank;
        private final int size;
        private final String transport;
        private final JobSecret secret;
        private int fences;

        FolderWireUp(Path folder, int rank, int size, String transport, JobSecret secret) {
            this.folder = folder;
            this.rank = rank;
            this.size = size;
            this.transport = transport;
            this.secret = secret;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public String job() {
            return "test";
        }

        @Override
        public String transport() {
            return transport;
        }

        @Override
        public JobSecret secret() {
            return secret;
        }

        private Path file(int of, String key) {
            return folder.resolve(key + "-" + of);
        }

        @Override
        public void put(String key, byte[] value) throws IOException {
            Path written = Files.write(file(rank, key + ".part"), value);
            Files.move(written, file(rank, key), StandardCopyOption.ATOMIC_MOVE);
        }

        @Override
        public void fence(long nanos) throws IOException {
            String key = "fence." + fences++;
            put(key, new byte[0]);
            long start = System.nanoTime();
            for (int other = 0; other < size; other++) {
                while (!Files.exists(file(other, key))) {
                    if (System.nanoTime() - start > nanos) throw new IOException("rank " + other + " is missing");
                    LockSupport.parkNanos(POLL_NANOS);
                }
            }
        }

        @Override
        public byte[] get(int of, String key) throws IOException {
            return Files.readAllBytes(file(of, key));
        }

        @Override
        public void abort(int code, String message) {
            try {
                Files.writeString(Files.createFile(folder.resolve(ABORTED)), code + " " + message);
            } catch (FileAlreadyExistsException e) {
                // Another rank has ended the job before.
            } catch (IOException e) {
                System.err.println("the test's folder takes no file: " + e);
            }
        }

        @Override
        public void close() {}
    }
}
