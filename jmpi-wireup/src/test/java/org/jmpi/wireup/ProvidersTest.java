package org.jmpi.wireup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jmpi.comm.wireup.WireUp;
import org.jmpi.comm.wireup.WireUpProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The processes that each provider recognises, and its reading of their variables. */
class ProvidersTest {
    @TempDir
    private Path folder;

    private static Map<String, String> step(int rank, int size, Path folder) {
        return Ranks.environment(
                "SLURM_PROCID",
                rank,
                "SLURM_STEP_NUM_TASKS",
                size,
                "SLURM_STEP_NUM_NODES",
                1,
                "SLURM_JOB_ID",
                42,
                "SLURM_STEP_ID",
                3,
                "SLURM_CLUSTER_NAME",
                "my cluster",
                "JMPI_WIREUP_DIR",
                folder);
    }

    private static Map<String, String> mpirun(int rank, int size, Path session) {
        return Ranks.environment(
                "OMPI_COMM_WORLD_RANK", rank,
                "OMPI_COMM_WORLD_SIZE", size,
                "OMPI_COMM_WORLD_LOCAL_SIZE", size,
                "PMIX_NAMESPACE", "prterun-host-17@1",
                "PMIX_RANK", rank,
                "PMIX_SERVER_TMPDIR", session);
    }

    @Test
    void theyAreTriedInOrder() {
        List<String> names = StreamSupport.stream(
                        ServiceLoader.load(WireUpProvider.class).spliterator(), false)
                .sorted(Comparator.comparingInt(WireUpProvider::order))
                .map(WireUpProvider::name)
                .collect(Collectors.toList());
        assertEquals(List.of("PMI-1", "PMIx", "Slurm's variables", "Open MPI's variables", "Kubernetes names"), names);
    }

    @Test
    void aBatchScriptIsNoTaskOfAStep() {
        // Slurm sets these for the script, too.
        Map<String, String> script = Map.of("SLURM_PROCID", "0", "SLURM_NTASKS", "4", "SLURM_JOB_ID", "42");
        assertFalse(new SlurmProvider().recognises(script));
        assertTrue(new SlurmProvider().recognises(step(1, 4, folder)));
    }

    @ParameterizedTest
    @CsvSource({
        "OMPI_COMM_WORLD_RANK, false",
        "PMI_RANK, false",
        "PMI_PORT, false",
        "PMI_RANK PMI_JOBID, true",
        "PMIX_RANK, true"
    })
    void aRankOfADaemonThatSrunHasStartedIsNoTaskOfAStep(String others, boolean task) {
        Map<String, String> environment = step(1, 4, folder);
        for (String other : others.split(" ")) environment.put(other, "1");
        assertEquals(task, new SlurmProvider().recognises(environment));
    }

    @Test
    void theVariablesGiveTheRankAndTheSize() {
        Map<String, String> environment = Ranks.environment("PMI_RANK", 1, "PMI_SIZE", 4, "JMPI_SIZE", 4);
        environment.putAll(step(1, 4, folder));
        environment.putAll(mpirun(1, 4, folder));
        for (WireUpProvider provider : ServiceLoader.load(WireUpProvider.class)) {
            boolean hasRank = !(provider instanceof KubernetesProvider);
            assertEquals(hasRank ? OptionalInt.of(1) : OptionalInt.empty(), provider.rank(environment));
            boolean hasSize = !(provider instanceof PmixProvider);
            assertEquals(hasSize ? OptionalInt.of(4) : OptionalInt.empty(), provider.size(environment));
        }
        environment.put("PMI_RANK", "one");
        assertEquals(OptionalInt.empty(), new Pmi1Provider().rank(environment));
    }

    @Test
    void aProcessWithoutAProcessManagerIsNobodys() {
        for (WireUpProvider provider : ServiceLoader.load(WireUpProvider.class))
            assertFalse(provider.recognises(Map.of("HOSTNAME", "web-0", "PATH", "/bin")), provider.name());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void tasksOfAStepMeetInTheFolderOfTheSetting() throws Exception {
        List<String> jobs = Ranks.run(3, rank -> {
            try (WireUp wireUp = new SlurmProvider().open(step(rank, 3, folder), Ranks.config(40))) {
                wireUp.fence(Ranks.PATIENCE);
                assertEquals(rank, wireUp.rank());
                assertTrue(wireUp.allLocal());
                return wireUp.job();
            }
        });
        assertEquals(List.of("my-cluster-42.3", "my-cluster-42.3", "my-cluster-42.3"), jobs);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void processesOfMpirunOnOneHostMeetInTheFolderOfItsSession() throws Exception {
        Ranks.run(3, rank -> {
            try (WireUp wireUp = new OpenMpiProvider().open(mpirun(rank, 3, folder), Ranks.config(40))) {
                wireUp.fence(Ranks.PATIENCE);
                assertEquals("openmpi-prterun-host-17-1", wireUp.job());
                assertTrue(wireUp.allLocal());
                return null;
            }
        });
    }

    @Test
    void whatIsNotANumberIsNamed() {
        Map<String, String> environment = step(4, 4, folder);
        assertEquals(
                "SLURM_PROCID is out of range: 4, from 0 to 3",
                Ranks.refusal(() -> new SlurmProvider().open(environment, Ranks.config(1))));
        environment.put("SLURM_STEP_NUM_TASKS", "many");
        assertEquals(
                "SLURM_STEP_NUM_TASKS is not a number: many",
                Ranks.refusal(() -> new SlurmProvider().open(environment, Ranks.config(1))));
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_21)
    void anOldJdkHasNoPmix() {
        assertTrue(new PmixProvider().recognises(mpirun(0, 2, folder)));
        assertEquals(
                "JDK " + Runtime.version().feature() + " calls no native library: use JDK 22",
                Ranks.refusal(() -> new PmixProvider().open(mpirun(0, 2, folder), Ranks.config(1))));
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void aLibraryThatIsNotThereIsNamed() {
        assertEquals(
                "libjmpi-none.so is not found: put its folder into LD_LIBRARY_PATH",
                Ranks.refusal(() -> new Foreign("libjmpi-none.so")));
    }

    @Test
    void namesOfJobsAreShortAndDistinct() {
        assertEquals("a.b_c-1", Variables.jobName("a.b_c-1"));
        String first = Variables.jobName("x".repeat(200) + "1");
        String second = Variables.jobName("x".repeat(200) + "2");
        assertEquals(64, first.length());
        assertFalse(first.equals(second));
    }
}
