package org.jmpi.run.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jmpi.run.system.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiteVariablesTest {
    private static SiteVariables of(String name, String value) {
        return new SiteVariables(Map.of(name, value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OMPI_MCA_orte_default_hostfile",
                "PRTE_MCA_prte_default_hostfile",
                "HYDRA_HOST_FILE",
                "I_MPI_HYDRA_HOST_FILE"
            })
    void nameAHostFile(String name) {
        assertEquals(
                Optional.of(new SiteVariables.Setting(name, "/etc/mpi/hostfile")),
                of(name, "/etc/mpi/hostfile").hostFile());
        assertEquals(Optional.empty(), of(name, "").hostFile());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OMPI_MCA_plm_rsh_agent",
                "PRTE_MCA_plm_ssh_agent",
                "HYDRA_LAUNCHER_EXEC",
                "I_MPI_HYDRA_BOOTSTRAP_EXEC"
            })
    void nameARemoteShell(String name) {
        SiteVariables site = of(name, "/bin/sh -x");
        assertEquals(List.of("/bin/sh", "-x"), site.rshAgent(null, null));
        assertEquals(List.of("env", "a b"), site.rshAgent("env 'a b'", null));
        assertEquals(
                name + " no-such-command: no such command, which is to reach other hosts",
                assertThrows(
                                BadInputException.class,
                                () -> of(name, "no-such-command").rshAgent(null, null))
                        .getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OMPI_MCA_plm_rsh_args",
                "PRTE_MCA_plm_ssh_args",
                "HYDRA_LAUNCH_EXTRA_ARGS",
                "HYDRA_LAUNCHER_EXTRA_ARGS",
                "I_MPI_HYDRA_BOOTSTRAP_EXEC_EXTRA_ARGS"
            })
    void addOptionsOfTheRemoteShell(String name) {
        SiteVariables site = of(name, "-o ConnectionAttempts=10");
        assertEquals(List.of("sh", "-o", "ConnectionAttempts=10"), site.rshAgent("sh", null));
        assertEquals(List.of("sh", "-q"), site.rshAgent("sh", "-q"));
    }

    @Test
    void theFirstShellThatThereIsCounts() {
        assertEquals(List.of("sh", "-x"), new SiteVariables(Map.of()).rshAgent("no-such-command : sh -x : env", null));
    }
}
