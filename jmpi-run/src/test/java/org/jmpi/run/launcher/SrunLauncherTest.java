package org.jmpi.run.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The variables of Slurm, as sbatch, salloc and srun set them. */
@DisabledOnOs(OS.WINDOWS)
class SrunLauncherTest {
    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>();
    private final SrunLauncher launcher = new SrunLauncher();

    @BeforeEach
    void allocate() throws IOException {
        Path srun = Files.createFile(folder.resolve("srun"));
        assertTrue(srun.toFile().setExecutable(true));
        environment.put("PATH", folder.toString());
        environment.put("SLURM_JOB_ID", "7");
        environment.put("SLURM_JOB_NODELIST", "n[1-3]");
        environment.put("SLURM_NODELIST", "n[1-3]");
        environment.put("SLURM_TASKS_PER_NODE", "4(x2),2");
    }

    private String hosts() throws IOException {
        return launcher.allocation(environment).stream()
                .map(host -> host.name() + ":" + host.slots())
                .collect(Collectors.joining(" "));
    }

    /** Slurm gives scripts and interactive shells steps of their own, with numbers that no srun has. */
    @ParameterizedTest
    @CsvSource({
        "'', '', '', n1:4 n2:4 n3:2",
        "0, n2, 1, n2:1",
        "12, 'n[1,3]', '1(x2)', n1:1 n3:1",
        "3, n[2-3], '', n2:1 n3:1",
        "4294967290, n1, 1, n1:4 n2:4 n3:2",
        "4294967291, n1, 1, n1:4 n2:4 n3:2",
        "4294967294, n1, 1, n1:4 n2:4 n3:2",
        "extern, n1, 1, n1:4 n2:4 n3:2",
        "0, '', 1, n1:4 n2:4 n3:2"
    })
    void aStepHasItsOwnNodes(String step, String nodes, String tasks, String expected) throws IOException {
        if (!step.isEmpty()) environment.put("SLURM_STEP_ID", step);
        if (!nodes.isEmpty()) environment.put("SLURM_STEP_NODELIST", nodes);
        if (!tasks.isEmpty()) environment.put("SLURM_STEP_TASKS_PER_NODE", tasks);
        assertEquals(expected, hosts());
    }

    @Test
    void variablesOfAStepThatDoNotFitAreNamed() {
        environment.putAll(
                Map.of("SLURM_STEP_ID", "0", "SLURM_STEP_NODELIST", "n[1-2]", "SLURM_STEP_TASKS_PER_NODE", "1"));
        assertEquals(
                "SLURM_STEP_TASKS_PER_NODE=1: 1 nodes, but SLURM_STEP_NODELIST=n[1-2] has 2",
                assertThrows(IOException.class, this::hosts).getMessage());
    }

    /** sbatch sets the variables of the first component, too, and salloc does not. */
    @ParameterizedTest
    @CsvSource({"'', '', n1:4 n2:4 n3:2 big:16", "0, big, big:8", "4294967291, n1, n1:4 n2:4 n3:2 big:16"})
    void aHeterogeneousJobHasTheNodesOfAllItsComponents(String step, String nodes, String expected) throws IOException {
        assertEquals(Map.of(), SrunLauncher.components(environment));
        environment.put("SLURM_HET_SIZE", "3");
        environment.put("SLURM_JOB_NODELIST_HET_GROUP_0", "n[1-2]");
        environment.put("SLURM_TASKS_PER_NODE_HET_GROUP_0", "4(x2)");
        environment.put("SLURM_JOB_NODELIST_HET_GROUP_1", "n3,big");
        environment.put("SLURM_TASKS_PER_NODE_HET_GROUP_1", "2,8");
        environment.put("SLURM_JOB_NODELIST_HET_GROUP_2", "big");
        environment.put("SLURM_TASKS_PER_NODE_HET_GROUP_2", "8");
        if (!step.isEmpty())
            environment.putAll(
                    Map.of("SLURM_STEP_ID", step, "SLURM_STEP_NODELIST", nodes, "SLURM_STEP_TASKS_PER_NODE", "8"));
        assertEquals(expected, hosts());
        environment.keySet().removeAll(List.of("SLURM_JOB_NODELIST", "SLURM_NODELIST", "SLURM_TASKS_PER_NODE"));
        assertEquals(expected, hosts());
        assertEquals(Map.of("n1", "0", "n2", "0", "n3", "1", "big", "1"), SrunLauncher.components(environment));
    }
}
