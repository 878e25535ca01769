package org.jmpi.transport.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Letter;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.SharedMemory;
import org.jmpi.comm.transport.TestRank;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the transport takes from the host, and how it deals with hosts and files that are not as they should be. */
@Timeout(60)
class SharedFilesTest {
    private static final long MINUTES_AGO = 600;

    @TempDir
    Path folder;

    private TransportSite site(int rank, int size) {
        return site(folder, rank, size);
    }

    private static TransportSite site(Path folder, int rank, int size) {
        Properties settings = new Properties();
        settings.setProperty("jmpi.shm.folder", folder.toString());
        return new TransportSite(
                rank, size, true, Host.named("localhost"), JobSecret.create(), JmpiConfig.load(settings, Map.of()));
    }

    private TestWorld driven(int size) throws IOException {
        return TestWorld.driven((site, handler) -> ShmTransport.open(site(site.rank(), size), handler), size);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toList());
        }
    }

    @Test
    void aRankMakesNoFileOnceTheFilesOfItsJobAreRemoved() throws Exception {
        TransportSite site = site(0, 2);
        SharedFolder shared = SharedFolder.of(site.config());
        SharedMemory memory = new ShmMemory(shared, shared.nameOf(site), peer -> true, peer -> null);
        try (SharedFile controlBlock = shared.createControlBlock(site)) {
            assertTrue(controlBlock.memory().getLong(0) == 0);
            memory.create(64, 2);
            Path ring = shared.nameOf(site).resolveSibling(shared.nameOf(site).getFileName() + ".1");
            SharedFile draft = shared.create(ring.resolveSibling(ring.getFileName() + SharedFile.DRAFT), 64);
            assertEquals(3, files().size());
            SharedFolder.removeAllOf(site.secret(), site.config());
            assertEquals(List.of(), files());
            assertThrows(IOException.class, () -> SharedFolder.publish(draft, ring));
            draft.close();
            String message =
                    assertThrows(IOException.class, () -> memory.create(64, 2)).getMessage();
            assertTrue(message.endsWith("its job has ended"), message);
            assertThrows(IOException.class, () -> shared.createControlBlock(site));
            assertEquals(List.of(), files());
        }
    }

    @Test
    void theProviderIsFoundByItsName() {
        assertTrue(ServiceLoader.load(TransportProvider.class).stream()
                .anyMatch(found -> found.get().name().equals("shm")));
    }

    @Test
    void noFileIsLeftOnceAllHaveMappedIt() throws Exception {
        try (TestWorld world = driven(3)) {
            for (int from = 0; from < 3; from++)
                for (int to = 0; to < 3; to++)
                    if (from != to) {
                        world.rank(from).to(to).send(Letter.of(from, 100_000));
                        world.rank(to).nextArrival(from);
                    }
            while (!files().isEmpty()) Thread.onSpinWait();
        }
    }

    @Test
    void noFileIsLeftByRanksThatNeverExchangeAnything() throws Exception {
        try (TestWorld world =
                TestWorld.still((site, handler) -> ShmTransport.open(site(site.rank(), 2), handler), 2)) {
            assertEquals(2, files().size());
            world.rank(0).to(1).send(Letter.of(1, 1));
            assertEquals(3, files().size());
        }
        assertEquals(List.of(), files());
    }

    @Test
    void noFileIsLeftOfARegionThatNobodyHasAttachedTo() throws Exception {
        SharedMemory memory;
        try (Transport rank = ShmTransport.open(site(0, 2), new TestRank(0, 2))) {
            memory = rank.sharedMemory(0, 1);
            memory.create(1000, 2);
            assertEquals(2, files().size());
        }
        assertEquals(List.of(), files());
        assertThrows(IOException.class, () -> memory.create(1000, 2));
        assertEquals(List.of(), files());
    }

    @Test
    void interruptsDoNotKeepARankFromItsFiles() throws Exception {
        Thread rank = Thread.currentThread();
        AtomicBoolean done = new AtomicBoolean();
        Thread interrupter = new Thread(() -> {
            while (!done.get()) rank.interrupt();
        });
        interrupter.start();
        try {
            // On a busy host the loop would end before the other thread begins.
            while (!rank.isInterrupted()) Thread.onSpinWait();
            for (int i = 0; i < 20; i++) {
                Path path = folder.resolve("file" + i);
                try (SharedFile made = SharedFile.create(path, 64 << 10);
                        SharedFile found = SharedFile.open(path, 64 << 10)) {
                    made.memory().putInt(100, i);
                    assertEquals(i, found.memory().getInt(100));
                    made.unlink();
                }
            }
            assertTrue(rank.isInterrupted());
        } finally {
            done.set(true);
            while (interrupter.isAlive()) Thread.onSpinWait();
            Thread.interrupted();
        }
    }

    @Test
    void onlyTheUserMayUseTheFiles() throws Exception {
        try (Transport rank = ShmTransport.open(site(0, 2), new TestRank(0, 2))) {
            Path file = folder.resolve(files().get(0));
            assertEquals(rank.address().location().split(":", 2)[1], file.toString());
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
    }

    @Test
    void aMissingFolderIsNamed() {
        Path missing = folder.resolve("missing");
        IOException refusal =
                assertThrows(IOException.class, () -> ShmTransport.open(site(missing, 0, 2), new TestRank(0, 2)));
        assertTrue(refusal.getMessage().contains(missing.toString()), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("jmpi.shm.folder"), refusal.getMessage());
    }

    @Test
    void ringsAreAsLargeAsThereIsRoomFor() {
        assertEquals(2 << 20, ShmTransport.bulkBytes(2, 1L << 40));
        assertEquals(2 << 20, ShmTransport.bulkBytes(8, 1L << 40));
        assertEquals(1 << 20, ShmTransport.bulkBytes(16, 1L << 40));
        assertEquals(64 << 10, ShmTransport.bulkBytes(64, 1L << 40));
        assertEquals(1 << 20, ShmTransport.bulkBytes(4, 40 << 20));
        assertEquals(64 << 10, ShmTransport.bulkBytes(8, 1 << 20));
        assertEquals(2 << 20, ShmTransport.bulkBytes(1, 1L << 40));
    }

    @Test
    void ranksReserveLittleMemory() {
        for (int size : new int[] {1, 2, 4, 8, 16, 32, 64}) {
            long ofHost = (long) size * RingFile.controlBlockBytes(size);
            assertTrue(ofHost <= 24L << 20, size + " ranks reserve " + ofHost + " bytes");
        }
        assertTrue(
                RingFile.controlBlockBytes(4) <= 64 << 10,
                "a rank of four reserves " + RingFile.controlBlockBytes(4) + " bytes");
    }

    @Test
    void aFullFolderIsNamedWithWhatToDo() {
        IOException refusal = assertThrows(
                IOException.class,
                () -> new SharedFolder(folder, () -> 100_000).create(folder.resolve("file"), 50_001));
        for (String part : List.of("50001", "100000", folder.toString(), "jmpi.shm.folder", "--shm-size"))
            assertTrue(refusal.getMessage().contains(part), refusal.getMessage());
    }

    @Test
    void ranksGoOnWhenTheFolderHasVanished() throws Exception {
        Path vanishing = Files.createDirectory(folder.resolve("vanishing"));
        try (TestWorld world =
                TestWorld.still((site, handler) -> ShmTransport.open(site(vanishing, site.rank(), 2), handler), 2)) {
            try (Stream<Path> files = Files.list(vanishing)) {
                for (Path file : files.collect(Collectors.toList())) Files.delete(file);
            }
            Files.delete(vanishing);
            for (int rank = 0; rank < 2; rank++) world.rank(rank).drive();
            for (int i = 0; i < 100; i++) {
                world.rank(i % 2).to(1 - i % 2).send(Letter.of(i, 5000 * i));
                TestRank.Arrival arrival = world.rank(1 - i % 2).nextArrival(i % 2);
                assertEquals(i, arrival.number());
                assertEquals(5000 * i, arrival.payload().length);
            }
        }
    }

    @Test
    void aPairUsesTheReservedRingIfItsFolderFillsUpAfterInit() throws Exception {
        AtomicLong room = new AtomicLong(1L << 40);
        try (TestWorld world = TestWorld.driven(
                (site, handler) -> ShmTransport.open(site, handler, new SharedFolder(folder, room::get)), 3)) {
            world.rank(0).to(1).send(Letter.of(1, 100_000));
            assertEquals(1, world.rank(1).nextArrival(0).number());
            room.set(0);
            world.rank(0).to(1).send(Letter.of(2, 100_000));
            assertEquals(2, world.rank(1).nextArrival(0).number());
            world.rank(0).to(2).send(Letter.of(3, 100_000));
            assertEquals(3, world.rank(2).nextArrival(0).number());
            String state = world.rank(0).transport().describe();
            assertTrue(state.contains("ring of " + (2 << 20) + " bytes"), state);
            assertTrue(state.contains("ring of " + (8 << 10) + " bytes"), state);
        }
        assertEquals(List.of(), files());
    }

    @Test
    void aStaleFileOfARingsNameIsReplaced() throws Exception {
        try (TestWorld world = driven(2)) {
            String controlBlock = world.rank(1).transport().address().location().split(":", 2)[1];
            Files.write(Path.of(controlBlock + ".0"), new byte[1 << 20]);
            Letter letter = Letter.of(3, 5000);
            world.rank(0).to(1).send(letter);
            assertEquals(3, world.rank(1).nextArrival(0).number());
        }
    }

    @Test
    void noDataAreTakenFromAFileOfAnotherJob() throws Exception {
        try (TestWorld world =
                TestWorld.still((site, handler) -> ShmTransport.open(site(site.rank(), 2), handler), 2)) {
            TestRank receiver = world.rank(1);
            world.rank(0).to(1).send(Letter.of(3, 5000));
            Path ring = Path.of(receiver.transport().address().location().split(":", 2)[1] + ".0");
            byte[] bytes = Files.readAllBytes(ring);
            bytes[72]++;
            Files.write(ring, bytes);
            receiver.drive();
            assertTrue(receiver.nextLoss(0).getMessage().contains("of another job"));
            assertEquals(List.of(), receiver.others(0));
        }
    }

    @Test
    void aControlBlockOfAnotherJobOrVersionIsRefused() throws Exception {
        try (Transport one = ShmTransport.open(site(0, 2), new TestRank(0, 2));
                Transport other = ShmTransport.open(site(1, 2), new TestRank(1, 2))) {
            String[] location = other.address().location().split(":", 2);
            assertRefused(one, "1/2:" + location[1], "of another job");
            byte[] bytes = Files.readAllBytes(Path.of(location[1]));
            bytes[0]++;
            Path foreign = Files.write(folder.resolve("foreign"), bytes);
            assertRefused(one, location[0] + ":" + foreign, "of this version of JMPI");
            Path empty = Files.createFile(folder.resolve("empty"));
            assertRefused(one, location[0] + ":" + empty, "of this version of JMPI");
        }
    }

    @Test
    void aPeerThatHasEndedBeforeItIsReachedIsLost() throws Exception {
        TestRank self = new TestRank(0, 2);
        try (Transport one = ShmTransport.open(site(0, 2), self)) {
            self.open(one);
            Transport other = ShmTransport.open(site(1, 2), new TestRank(1, 2));
            other.close();
            self.connect(new PeerAddress[] {one.address(), other.address()});
            Letter letter = Letter.of(0, 10);
            self.to(1).send(letter);
            assertEquals(0, letter.answers());
            one.poll();
            assertTrue(self.nextLoss(1).getMessage().contains("rank 1 ended"));
            assertEquals(1, letter.answers());
        }
    }

    @Test
    void whoDepartsFirstWaitsUntilItsPeersHaveReachedIt() throws Exception {
        TestRank late = new TestRank(0, 2);
        TestRank early = new TestRank(1, 2);
        try (Transport one = ShmTransport.open(site(0, 2), late);
                Transport other = ShmTransport.open(site(1, 2), early)) {
            late.open(one);
            early.open(other);
            PeerAddress[] addresses = {one.address(), other.address()};
            early.connect(addresses);
            early.to(0).send(Letter.of(7, 10));
            CompletableFuture<Void> departing =
                    CompletableFuture.runAsync(() -> other.close(TimeUnit.SECONDS.toNanos(30)));
            Path controlBlock = Path.of(other.address().location().split(":", 2)[1]);
            while (!departing.isDone() && !hasSlept(controlBlock)) Thread.onSpinWait();
            late.connect(addresses);
            departing.get();
            assertFalse(Files.exists(controlBlock));
            late.drive();
            assertEquals(7, late.nextArrival(1).number());
            assertInstanceOf(TestRank.Departed.class, late.next(1));
            late.stopDriving();
        }
    }

    /** Whether a rank has written to its control block by which port it is to be woken. */
    private static boolean hasSlept(Path controlBlock) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(controlBlock)).getLong(16) != 0;
    }

    private static void assertRefused(Transport rank, String location, String why) {
        IllegalStateException refusal = assertThrows(
                IllegalStateException.class, () -> rank.endpoint(1, new PeerAddress("shm", "localhost", location)));
        assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
    }

    @Test
    void whatKilledJobsLeftIsSweptAndNothingElse() throws Exception {
        FileTime old = FileTime.from(Instant.now().minusSeconds(MINUTES_AGO));
        Path left = Files.setLastModifiedTime(Files.createFile(folder.resolve("jmpi-00112233-0.1")), old);
        Path controlBlock = Files.createFile(folder.resolve("jmpi-44556677-0"));
        Path draft = Files.createFile(folder.resolve("jmpi-44556677-0.1.draft"));
        Path young = Files.createFile(folder.resolve("jmpi-44556677-0.1"));
        Path others = Files.setLastModifiedTime(Files.createFile(folder.resolve("somebody-elses")), old);
        try (Transport held = ShmTransport.open(site(1, 2), new TestRank(1, 2))) {
            Path own = Path.of(held.address().location().split(":", 2)[1]);
            Files.setLastModifiedTime(own, old);
            ShmTransport.open(site(0, 2), new TestRank(0, 2)).close();
            assertFalse(Files.exists(left));
            assertFalse(Files.exists(controlBlock));
            assertFalse(Files.exists(draft));
            assertTrue(Files.exists(young));
            assertTrue(Files.exists(others));
            assertTrue(Files.exists(own));
        }
    }

    @Test
    void aRankKeepsTheLockOfItsControlBlockThoughAnotherJobInItsProcessSweeps() throws Exception {
        try (Transport held = ShmTransport.open(site(1, 2), new TestRank(1, 2))) {
            Path own = Path.of(held.address().location().split(":", 2)[1]);
            ShmTransport.open(site(0, 2), new TestRank(0, 2)).close();
            assertTrue(isLocked(own));
        }
    }

    /** Returns whether this process holds a lock on a file: it would lose it by closing another channel of the file. */
    private static boolean isLocked(Path file) throws IOException {
        String end = ":" + Files.getAttribute(file, "unix:ino") + " 0 0";
        String owner = " " + ProcessHandle.current().pid() + " ";
        return Files.readAllLines(Path.of("/proc/locks")).stream()
                .anyMatch(line -> line.endsWith(end) && line.contains(owner));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aControlBlockOfAKilledRankIsSweptOnAnyOfSeveralHosts(boolean allLocal) throws Exception {
        Path controlBlock = Files.createFile(folder.resolve("jmpi-44556677-0"));
        TransportSite local = site(1, 2);
        TransportSite site = new TransportSite(1, 2, allLocal, local.host(), local.secret(), local.config());
        ShmTransport.open(site, new TestRank(1, 2)).close();
        assertEquals(allLocal, Files.exists(controlBlock));
    }

    @Test
    void theControlBlockOfAKilledRankIsRemovedByOneThatLeavesItsJobBeforeItHasBegun() throws Exception {
        TransportSite site = site(1, 3);
        Path killed = Files.createFile(new SharedFolder(folder, () -> 0).nameOf(siteOf(site, 0)));
        Path young = Files.createFile(folder.resolve(killed.getFileName() + ".2"));
        try (Transport living = ShmTransport.open(siteOf(site, 2), new TestRank(2, 3))) {
            ShmTransport.open(site, new TestRank(1, 3)).close();
            assertFalse(Files.exists(killed));
            assertTrue(Files.exists(young));
            assertTrue(Files.exists(Path.of(living.address().location().split(":", 2)[1])));
        }
    }

    /** Returns the site of another rank of the same job. */
    private static TransportSite siteOf(TransportSite site, int rank) {
        return new TransportSite(rank, site.size(), site.allLocal(), site.host(), site.secret(), site.config());
    }

    @Test
    void aRingThatItsReceiverHasNotFoundYetIsNotSwept() throws Exception {
        try (TestWorld world =
                TestWorld.still((site, handler) -> ShmTransport.open(site(site.rank(), 2), handler), 2)) {
            world.rank(0).to(1).send(Letter.of(3, 5000));
            Path ring = Path.of(world.rank(1).transport().address().location().split(":", 2)[1] + ".0");
            Files.setLastModifiedTime(ring, FileTime.from(Instant.now().minusSeconds(MINUTES_AGO)));
            ShmTransport.open(site(0, 2), new TestRank(0, 2)).close();
            world.rank(1).drive();
            assertEquals(3, world.rank(1).nextArrival(0).number());
        }
    }

    // ---- Another process ----

    /** A rank 1 in a process of its own: sends a letter, then waits to be killed. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] args) throws Exception {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            TestRank self = new TestRank(1, 2);
            Transport transport = ShmTransport.open(site(Path.of(args[0]), 1, 2), self);
            self.open(transport);
            System.out.println(transport.address().location());
            self.connect(new PeerAddress[] {new PeerAddress("shm", "localhost", in.readLine()), transport.address()});
            self.drive();
            self.to(0).send(Letter.of(Integer.parseInt(args[1]), 100_000));
            self.nextArrival(0);
            self.to(0).send(Letter.of(0, 0));
            in.readLine();
        }
    }

    /** Asks without polling, by a thread that is interrupted. */
    private static void assertFound(SharedMemory memory) {
        Thread.currentThread().interrupt();
        String loss = memory.lossOf(1);
        while (loss == null) loss = memory.lossOf(1);
        assertTrue(Thread.interrupted());
        assertTrue(loss.contains("died"), loss);
        assertNull(memory.lossOf(0));
    }

    /** {@param blocks whether the rank blocks, or only polls} */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aProcessThatIsKilledIsLost(boolean blocks) throws Exception {
        Process victim = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        folder.toString(),
                        "42")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        TestRank self = new TestRank(0, 2);
        try (Transport transport = ShmTransport.open(site(0, 2), self);
                BufferedReader out = victim.inputReader(StandardCharsets.UTF_8);
                PrintWriter in = new PrintWriter(victim.getOutputStream(), true, StandardCharsets.UTF_8)) {
            self.open(transport);
            String location = out.readLine();
            in.println(transport.address().location());
            self.connect(new PeerAddress[] {transport.address(), new PeerAddress("shm", "localhost", location)});
            self.drive();
            TestRank.Arrival arrival = self.nextArrival(1);
            assertEquals(42, arrival.number());
            assertEquals(100_000, arrival.payload().length);
            self.to(1).send(Letter.of(1, 50));
            self.nextArrival(1);
            if (!blocks) self.stopDriving();
            SharedMemory memory = transport.sharedMemory();
            assertNull(memory.lossOf(1));
            victim.destroyForcibly();
            assertFound(memory);
            while (!blocks && !self.hasEvent(1)) transport.poll();
            assertTrue(self.nextLoss(1).getMessage().contains("died"));
            self.stopDriving();
        } finally {
            victim.destroyForcibly().waitFor();
        }
        assertEquals(List.of(), files());
    }
}
