package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Jobs that MPICH's, Slurm's and Open MPI's commands start, and pods by their names: every rank finds the others, and
 * when one dies all end, and nothing is left.
 */
@Tag("cluster")
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(FakeHosts.SECOND)
@Timeout(240)
class ProcessManagersTest {
    /** How long a job may take; sbatch asks for the end of its job ever more seldom. */
    private static final int SECONDS = 100;

    /** How long a rank may be left after its job. */
    private static final int LEFTOVERS_SECONDS = 30;

    /** Ports that Linux gives to nobody who asks for any port, as ranks do that look for rank 0. */
    private static final int FIRST_PORT = 20_000;

    private static final int LAST_PORT = 30_000;
    private static final Path SLURM = Path.of("src/test/cluster/slurm.sh").toAbsolutePath();
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));
    private static final Pattern LINE = Pattern.compile("rank (\\d) of 4, sum 10, process (\\d+), JDK (\\d+)");

    private static final Pattern PROCESS = Pattern.compile("rank (\\d) of 4,.* process (\\d+)");

    /** In the command line of each rank, and of nothing else. */
    private static final String MARK = "-Djmpi.test=" + ProcessHandle.current().pid();

    private static final Map<String, String> CONTINUE = Map.of("JMPI_CONTINUE", "1");
    private static Path slurm;
    private Path folder;

    private record Job(Process process, Path out, Path err) {
        String text() throws IOException {
            return Files.readString(out) + Files.readString(err);
        }
    }

    @BeforeAll
    static void startSlurm() throws Exception {
        if (new ProcessBuilder(SLURM.toString(), "check").inheritIO().start().waitFor() != 0) return;
        slurm = Files.createTempDirectory("slurm-");
        ProcessBuilder up = new ProcessBuilder(SLURM.toString(), "up", slurm.toString()).inheritIO();
        up.environment().put("OWNER", "" + ProcessHandle.current().pid());
        assertEquals(0, up.start().waitFor(), "Slurm does not start");
    }

    @AfterAll
    static void endSlurm() throws Exception {
        if (slurm != null)
            assertEquals(
                    0,
                    new ProcessBuilder(SLURM.toString(), "down", slurm.toString())
                            .inheritIO()
                            .start()
                            .waitFor());
    }

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("managed-");
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        List<String> ranks = ranks();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LEFTOVERS_SECONDS);
        while (!ranks.isEmpty() && System.nanoTime() < end) ranks = ranks();
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.getFileName().toString().startsWith(".jmpi"))
                    .toList();
        }
        Distribution.delete(folder);
        assertEquals(List.of(), ranks);
        assertEquals(List.of(), files);
    }

    /** Returns the command lines of the ranks that run. */
    private static List<String> ranks() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            for (Path process : processes
                    .filter(each -> Files.isReadable(each.resolve("cmdline")))
                    .toList()) {
                String line = commandLine(process);
                if (line.contains("\0" + MARK + "\0")) found.add(process + " " + line.replace('\0', ' '));
            }
        }
        return found;
    }

    private static String commandLine(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"));
        } catch (IOException e) {
            return ""; // it has ended
        }
    }

    /** Returns the home of the newest JDK of this machine. */
    static Path newest() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/usr/lib/jvm"))) {
            return all.filter(each -> Files.isExecutable(each.resolve("bin/javac")))
                    .max(Comparator.comparingInt(ProcessManagersTest::version))
                    .orElse(JAVA_HOME);
        }
    }

    private static int version(Path home) {
        Matcher digits = Pattern.compile("\\d+").matcher(home.getFileName().toString());
        return digits.find() ? Integer.parseInt(digits.group()) : 0;
    }

    private static String classPath() throws IOException {
        return Distribution.classPath()
                + File.pathSeparator
                + Path.of("target/test-classes").toAbsolutePath();
    }

    private static List<String> java(Path jdk, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString(), MARK, "-cp", classPath()));
        command.addAll(List.of(words));
        return command;
    }

    private static void assumeInstalled(ProcessManager manager) {
        assumeTrue(manager.isInstalled(), manager + " is not installed");
        assumeTrue(!manager.isOfSlurm() || slurm != null, "no Slurm here");
    }

    private Job start(String name, Map<String, String> environment, List<String> words) throws IOException {
        Path out = folder.resolve(name + ".out");
        Path err = folder.resolve(name + ".err");
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(variable -> variable.startsWith("JMPI_"));
        builder.environment().putAll(Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"));
        if (slurm != null)
            builder.environment().put("SLURM_CONF", slurm.resolve("slurm.conf").toString());
        builder.environment().putAll(environment);
        return new Job(builder.start(), out, err);
    }

    private Job start(ProcessManager manager, List<String> command) throws IOException {
        assumeInstalled(manager);
        return start("job", Map.of(), manager.start(command));
    }

    private static int exitCode(Job job) throws Exception {
        boolean ended = job.process().waitFor(SECONDS, TimeUnit.SECONDS);
        if (!ended) job.process().destroy();
        assertTrue(ended, job.text());
        return job.process().exitValue();
    }

    /** On the newest JDK. On the one of the tests ranks do so before one aborts: {@link #abortEndsAll}. */
    @ParameterizedTest
    @EnumSource(ProcessManager.class)
    void ranksFindEachOther(ProcessManager manager) throws Exception {
        Job job = start(manager, java(newest(), ManagedProgram.class.getName()));
        assertEquals(0, exitCode(job), job.text());
        assertRanksMeet(job);
    }

    /** Open MPI starts a daemon on each node by srun, whose variables the ranks inherit. */
    @Test
    void ranksOfMpirunInAnAllocationFindEachOther() throws Exception {
        assumeInstalled(ProcessManager.SRUN_NONE);
        assumeInstalled(ProcessManager.MPIRUN);
        List<String> words = new ArrayList<>(List.of("salloc", "-N2", "-n4"));
        words.addAll(ProcessManager.MPIRUN.start(java(JAVA_HOME, ManagedProgram.class.getName())));
        Job job = start("job", Map.of(), words);
        assertEquals(0, exitCode(job), job.text());
        assertRanksMeet(job);
    }

    /** Ranks of jmpirun in an allocation, whose second world gets the slots that the first one has left. */
    @Test
    void ranksOfJmpirunInAnAllocationSpawn() throws Exception {
        assumeInstalled(ProcessManager.SRUN_NONE);
        List<String> words = new ArrayList<>(List.of("salloc", "-N2", "-n4", "--ntasks-per-node=2"));
        words.addAll(List.of(Distribution.JMPIRUN.toString(), MARK, "-np", "2"));
        words.addAll(
                List.of("-cp", Path.of("target/test-classes").toAbsolutePath().toString()));
        words.addAll(List.of("--nooversubscribe", SpawningProgram.class.getName(), "spawn", "2"));
        Job job = start("job", Map.of("JAVA_HOME", JAVA_HOME.toString()), words);
        assertEquals(0, exitCode(job), job.text());
        assertTrue(Files.readString(job.out()).contains("4 ranks met, others on 2 "), job.text());
    }

    /** By the protocol that the ranks speak with their process manager. */
    @ParameterizedTest
    @EnumSource(
            value = ProcessManager.class,
            names = {"HYDRA", "HYDRA_PORT", "SRUN_PMI2", "MPIRUN"})
    void ranksSpawnProcesses(ProcessManager manager) throws Exception {
        assumeInstalled(manager);
        List<String> words = manager.start(java(newest(), SpawningProgram.class.getName(), "spawn", "2"));
        // Else the new ones wait for the processors of the ranks.
        if (manager.isOfSlurm()) words.add(1, "--overlap");
        Job job = start("job", Map.of(), words);
        assertEquals(0, exitCode(job), job.text());
        assertTrue(Files.readString(job.out()).contains("6 ranks met, others on 2 "), job.text());
    }

    @ParameterizedTest
    @EnumSource(ProcessManager.class)
    void whatCannotBeSpawnedFailsTheCallAlone(ProcessManager manager) throws Exception {
        Job job = start(manager, java(newest(), SpawningProgram.class.getName(), "spawn", "2", "command=Absent"));
        assertEquals(0, exitCode(job), job.text());
        assertTrue(Files.readString(job.out()).contains("MPI.ERR_SPAWN: "), job.text());
    }

    private static void assertRanksMeet(Job job) throws Exception {
        List<String> ranks = Files.readAllLines(job.out()).stream()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .map(line -> line.group(1))
                .sorted()
                .toList();
        assertEquals(List.of("0", "1", "2", "3"), ranks, job.text());
    }

    @ParameterizedTest
    @EnumSource(
            value = ProcessManager.class,
            names = {"HYDRA", "SRUN_PMI2", "MPIRUN"})
    void programsOfTheDistributionRunUnchanged(ProcessManager manager) throws Exception {
        Job job = start(
                manager, java(JAVA_HOME, "org.jmpi.bench.Mandelbrot", "--verify", "--size", "64", "--output", "m.png"));
        assertEquals(0, exitCode(job), job.text());
        assertTrue(Files.size(folder.resolve("m.png")) > 0);
        Job second = start(manager, java(JAVA_HOME, "org.jmpi.bench.PingPong", "--paper", "--sizes", "8 65536"));
        assertEquals(0, exitCode(second), second.text());
    }

    @ParameterizedTest
    @EnumSource(ProcessManager.class)
    void allEndWhenARankIsKilled(ProcessManager manager) throws Exception {
        Job job = start(manager, java(newest(), ManagedProgram.class.getName(), "wait"));
        kill(1, job);
        assertNotEquals(0, exitCode(job), job.text());
    }

    /** Slurm lets the others run by default, and this tells them in no other way. */
    @Test
    void ranksThatComputeEndWhenARankIsKilled() throws Exception {
        Job job = start(ProcessManager.SRUN_NONE, java(JAVA_HOME, ManagedProgram.class.getName(), "compute"));
        kill(2, job);
        assertNotEquals(0, exitCode(job), job.text());
        assertTrue(Files.readString(job.err()).contains("rank 2"), job.text());
    }

    private static void kill(int rank, Job job) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        Map<String, String> processes = new HashMap<>();
        while (processes.size() < 4) {
            assertTrue(System.nanoTime() < end && job.process().isAlive(), job.text());
            PROCESS.matcher(Files.readString(job.out()))
                    .results()
                    .forEach(line -> processes.put(line.group(1), line.group(2)));
        }
        ProcessHandle.of(Long.parseLong(processes.get("" + rank))).orElseThrow().destroyForcibly();
    }

    /** By the options that the page on launching names; mpiexec takes its own for the exit code of all. */
    @ParameterizedTest
    @EnumSource(
            value = ProcessManager.class,
            names = {"HYDRA", "SRUN_PMI2", "SRUN_NONE", "MPIRUN"})
    void theOtherRanksGoOnWhenOneIsKilled(ProcessManager manager) throws Exception {
        assumeInstalled(manager);
        Job job = start(
                "job", CONTINUE, manager.startForSurvivors(java(JAVA_HOME, SurvivorProgram.class.getName(), "2")));
        kill(2, job);
        int code = exitCode(job);
        // MPICH's mpiexec may see the end of the killed rank's connection before that of its shell.
        boolean isSeen = manager == ProcessManager.HYDRA && code == 1;
        assertTrue(isSeen || code == (manager.isOfSlurm() ? 137 : 0), code + job.text());
        for (int rank : new int[] {0, 1, 3})
            assertTrue(job.text().contains("rank " + rank + " goes on with 3 ranks: MPI.ERR_PROC_FAILED"), job.text());
    }

    @Test
    void ranksThatMpiexecWouldKillDoNotPromiseToGoOn() throws Exception {
        assumeInstalled(ProcessManager.HYDRA);
        Job job = start(
                "job", CONTINUE, ProcessManager.HYDRA.start(java(JAVA_HOME, SurvivorProgram.class.getName(), "2")));
        assertNotEquals(0, exitCode(job), job.text());
        assertTrue(
                job.text().contains("jmpi.continue: mpiexec kills all ranks when one fails: let a shell"), job.text());
    }

    @ParameterizedTest
    @EnumSource(ProcessManager.class)
    void abortEndsAll(ProcessManager manager) throws Exception {
        Job job = start(manager, java(JAVA_HOME, ManagedProgram.class.getName(), "abort"));
        int code = exitCode(job);
        // Slurm's plug-in kills the ranks, the one that aborts included.
        assertTrue(code == 5 || manager == ProcessManager.SRUN_PMI2 && code == 137, code + job.text());
        assertTrue(Files.readString(job.err()).contains("rank 3 called MPI.Abort with code 5"), job.text());
    }

    @Test
    void anExceptionEndsAll() throws Exception {
        Job job = start(ProcessManager.SRUN_NONE, java(JAVA_HOME, ManagedProgram.class.getName(), "throw"));
        assertEquals(1, exitCode(job), job.text());
        assertTrue(Files.readString(job.err()).contains("java.lang.IllegalStateException: as told"), job.text());
    }

    @Test
    void ranksThatCannotMeetEndWithOneLineThatSaysWhatWasTried() throws Exception {
        assumeInstalled(ProcessManager.SRUN_NONE);
        Job job = start(
                "job",
                Map.of("JMPI_WIREUP_DIR", "/absent"),
                ProcessManager.SRUN_NONE.start(java(JAVA_HOME, ManagedProgram.class.getName())));
        assertNotEquals(0, exitCode(job));
        assertTrue(
                Files.readString(job.err())
                        .contains("Slurm's variables: the shared folder /absent does not exist; set JMPI_WIREUP_DIR"),
                job.text());
        assertEquals("", Files.readString(job.out()));
    }

    @Test
    void aProgramInABatchScriptWithoutSrunIsAlone() throws Exception {
        assumeInstalled(ProcessManager.SRUN_NONE);
        Path script = folder.resolve("script");
        Files.writeString(
                script, "#!/bin/sh\nexec '" + String.join("' '", java(JAVA_HOME, "org.jmpi.bench.Hello")) + "'\n");
        Job job = start("job", Map.of(), List.of("sbatch", "-W", "-n", "4", "-o", "hello", script.toString()));
        assertEquals(0, exitCode(job), job.text());
        String hello = Files.readString(folder.resolve("hello"));
        assertTrue(hello.startsWith("Hello from rank 0 of 1 on "), hello);
    }

    @Test
    void theExampleForSlurmStartsRanksInBothWays() throws Exception {
        assumeInstalled(ProcessManager.SRUN_NONE);
        Path script = Distribution.FOLDER.resolve("examples/slurm/job.sh");
        Map<String, String> environment = Map.of(
                "JMPI_HOME", Distribution.FOLDER.toString(),
                "JAVA_HOME", JAVA_HOME.toString(),
                "CLASSES", Distribution.classPath(),
                "PROGRAM", "org.jmpi.bench.Hello");
        Job job = start("job", environment, List.of("sbatch", "-W", "-o", "hello", script.toString()));
        int code = exitCode(job);
        List<String> hello = Files.readAllLines(folder.resolve("hello"));
        assertEquals(0, code, () -> String.join("\n", hello));
        for (int rank = 0; rank < 4; rank++) {
            String start = "Hello from rank " + rank + " of 4 on ";
            assertEquals(
                    2, hello.stream().filter(line -> line.startsWith(start)).count(), () -> String.join("\n", hello));
        }
    }

    /** The nodes of a job, of a step, and of all components of a heterogeneous job, in which a step may be again. */
    @ParameterizedTest
    @CsvSource({
        "-N2 -n4 --ntasks-per-node=2, 'node1: ranks 0, 1; node2: ranks 2, 3'",
        "-N2 -n4 srun -N1 -n1 -w node2, node2: rank 0",
        "-N1 -n2 -w node1 : -N1 -n1 -w node2, 'node1: ranks 0, 1; node2: rank 2'",
        "-N1 -n1 -w node2 : -N1 -n3 -w node1, node2: rank 0; node1: ranks 1 to 3",
        "-N1 -n2 -w node1 : -N1 -n1 -w node2 srun --het-group=1, node2: rank 0"
    })
    void jmpirunUsesTheNodesOfSlurm(String options, String map) throws Exception {
        assumeInstalled(ProcessManager.SRUN_NONE);
        List<String> words = new ArrayList<>(List.of("salloc"));
        words.addAll(List.of(options.split(" ")));
        words.addAll(List.of(Distribution.JMPIRUN.toString(), "--report-map", "hello"));
        Job job = start("job", Map.of("JAVA_HOME", JAVA_HOME.toString()), words);
        assertEquals(0, exitCode(job), job.text());
        String reported = Files.readAllLines(job.err()).stream()
                .filter(line -> line.startsWith("jmpirun: "))
                .map(line -> line.replaceAll("jmpirun: |: org.jmpi.bench.Hello", ""))
                .collect(Collectors.joining("; "));
        assertEquals(map, reported, job.text());
        int ranks = map.endsWith("rank 0") ? 1 : map.endsWith("rank 2") ? 3 : 4;
        assertEquals(ranks, Files.readAllLines(job.out()).size(), job.text());
    }

    @Test
    void theExampleThatSavesItselfResumesUnderSrun() throws Exception {
        assumeInstalled(ProcessManager.SRUN_NONE);
        Path classes = folder.resolve("classes");
        Sources.compile(List.of(SavingRun.PROGRAM), Distribution.classPath(), classes);
        String command = "srun --mpi=none -n %d '" + JAVA_HOME.resolve("bin/java") + "' " + MARK + " -cp '"
                + Distribution.classPath() + File.pathSeparator + classes + "' SaveAndResume";
        String script =
                SavingRun.script(String.format(command, 4), String.format(command, 3), "scancel -s $1 $SLURM_JOB_ID");
        Path file = Files.writeString(folder.resolve("script"), "#!/bin/sh\n" + script);
        Job job = start("job", Map.of(), List.of("sbatch", "-W", "-N2", "-n4", "-o", "printed", file.toString()));
        exitCode(job);
        SavingRun.check(Files.readAllLines(folder.resolve("printed")));
    }

    /** A simulation of Kubernetes: pods are processes with the names and variables of pods. */
    @Test
    void podsFindEachOtherByTheirNames() throws Exception {
        Path secret = folder.resolve("secret");
        Files.writeString(secret, "a key that is only known to the pods of this test");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("r--------"));
        Path names = Files.writeString(folder.resolve("names"), "127.0.0.1 localhost\n127.0.0.1 solver-0.pods\n");
        List<Job> pods = new ArrayList<>();
        int port = freePort();
        // Rank 0 comes last.
        for (int rank = 3; rank >= 0; rank--) {
            Map<String, String> environment = Map.of(
                    "HOSTNAME",
                    "solver-" + rank,
                    "JOB_COMPLETION_INDEX",
                    "" + rank,
                    "JMPI_SIZE",
                    "4",
                    "JMPI_SERVICE",
                    "pods",
                    "JMPI_PORT",
                    "" + port,
                    "JMPI_SECRET_FILE",
                    secret.toString());
            pods.add(start(
                    "pod" + rank,
                    environment,
                    java(JAVA_HOME, "-Djdk.net.hosts.file=" + names, ManagedProgram.class.getName())));
        }
        for (Job pod : pods) {
            assertEquals(0, exitCode(pod), pod.text());
            assertTrue(LINE.matcher(Files.readString(pod.out())).find(), pod.text());
        }
    }

    private static int freePort() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            try (ServerSocket free = new ServerSocket(port, 1)) {
                return free.getLocalPort();
            } catch (BindException e) {
                // Another one is free.
                continue;
            }
        }
    }
}
