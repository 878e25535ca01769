package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.run.jvm.CpuBinding;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.CommandPath;
import org.jmpi.run.system.HostCores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class CpuBindingTest {
    private static final CpuBinding UNBOUND = new CpuBinding(null, List.of());
    private static final HostCores HOST = HostCores.here(CommandPath.ofSystem());

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"0; 0", "0-3; 0 1 2 3", "2,5; 2 5", "0-1,4-5,7; 0 1 4 5 7"})
    void readsTheKernelsLists(String list, String cores) {
        assertEquals(
                Stream.of(cores.split(" ")).map(Integer::valueOf).collect(Collectors.toList()), HostCores.parse(list));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"0; 1; 4", "1; 1; 6", "2; 1; 9", "3; 1; 4", "1; 2; 6,9", "2; 2; 4,9", "0; 3; 4,6,9", "5; 7; 4,6,9"
            })
    void ranksTakeTheCoresInTurn(int firstRank, int ranks, String list) {
        CpuBinding binding = new CpuBinding("/bin/taskset", List.of(4, 6, 9));
        assertEquals(
                List.of("/bin/taskset", "-c", list, "java", "X"), binding.bind(List.of("java", "X"), firstRank, ranks));
    }

    @Test
    void ranksAreNotBoundUnlessAsked() {
        assertEquals(UNBOUND, CpuBinding.of("none", HOST));
        assertEquals(List.of("java"), UNBOUND.bind(List.of("java"), 1, 1));
        Map<String, String> variables = new HashMap<>();
        UNBOUND.tell(variables);
        assertEquals(Map.of(), variables);
    }

    @Test
    void ranksKnowHowManyCoresTheyShare() {
        Map<String, String> variables = new HashMap<>();
        new CpuBinding("taskset", List.of(4, 6, 9)).tell(variables);
        assertEquals(Map.of("JMPI_CORES", "3"), variables);
    }

    @Test
    void processesAreBoundIfEachCoreGetsAsMany() {
        CpuBinding all = boundHere();
        int cores = all.cores().size();
        assumeTrue(cores > 1 && cores == Runtime.getRuntime().availableProcessors(), cores + " cores");
        assertEquals(all, CpuBinding.defaultOf(cores, cores, cores, HOST));
        assertEquals(all, CpuBinding.defaultOf(3 * cores, 3 * cores, 3 * cores, HOST), "three for each");
        assertEquals(UNBOUND, CpuBinding.defaultOf(cores, 1, cores, HOST), "threads of one JVM");
        assertEquals(UNBOUND, CpuBinding.defaultOf(2 * cores, cores, 2 * cores, HOST), "two in each JVM");
        assertEquals(
                UNBOUND,
                CpuBinding.defaultOf(cores + 1, cores + 1, cores + 1, HOST),
                "one core has more than the others");
        assertEquals(UNBOUND, CpuBinding.defaultOf(cores - 1, cores - 1, cores - 1, HOST), "fewer");
        assertEquals(UNBOUND, CpuBinding.defaultOf(cores, cores, 2 * cores, HOST), "two busy threads in each");
    }

    @Test
    void withoutTheCommandNothingIsBoundAndWhoAsksForItIsTold(@TempDir Path empty) {
        HostCores nothing = HostCores.here(CommandPath.of(empty.toString()));
        String message = assertThrows(BadInputException.class, () -> CpuBinding.of("core", nothing))
                .getMessage();
        assertEquals("--bind-to core: there is no command taskset in the variable PATH", message);
        int cores = Runtime.getRuntime().availableProcessors();
        assertEquals(UNBOUND, CpuBinding.defaultOf(cores, cores, cores, nothing));
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 4"})
    void eachProcessRunsOnItsCores(int threads, int ranks) throws Exception {
        CpuBinding binding = boundHere();
        List<String> options = List.of("--bind-to", "core", "-np", "" + ranks, "--threads-per-process", "" + threads);
        try (Launch launch = Launch.ranks(options, "all:cores", "all:env=JMPI_CORES")) {
            launch.expect(0);
            List<String> expected = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                String list = binding.bind(List.of(), rank / threads * threads, threads)
                        .get(2);
                expected.add(rank + " on "
                        + Stream.of(list.split(",")).map(Integer::valueOf).collect(Collectors.toList()));
                expected.add(rank + " JMPI_CORES=" + binding.cores().size());
            }
            assertEquals(
                    expected.stream().sorted().collect(Collectors.toList()),
                    launch.out().lines().map(CpuBindingTest::parsed).sorted().collect(Collectors.toList()));
        }
    }

    /** Returns a line with the kernel's list of cores as numbers. */
    private static String parsed(String line) {
        String[] parts = line.split(" cores ");
        return parts.length < 2 ? line : parts[0] + " on " + HostCores.parse(parts[1]);
    }

    private static CpuBinding boundHere() {
        try {
            return CpuBinding.of("core", HOST);
        } catch (BadInputException e) {
            assumeTrue(false, e.getMessage());
            throw e;
        }
    }
}
