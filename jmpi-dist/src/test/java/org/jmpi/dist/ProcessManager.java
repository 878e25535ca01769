package org.jmpi.dist;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The ways to start four ranks without jmpirun. */
enum ProcessManager {
    /** PMI-1 by an inherited descriptor. */
    HYDRA("mpiexec.hydra", "-n", "4"),
    /** PMI-1 by a port. */
    HYDRA_PORT("mpiexec.hydra", "-pmi-port", "-n", "4"),
    /** PMI-1 by an inherited descriptor, on two nodes. */
    SRUN_PMI2("srun", "--mpi=pmi2", "-N2", "-n4"),
    /** Slurm's variables and a shared folder, on two nodes. */
    SRUN_NONE("srun", "--mpi=none", "-N2", "-n4"),
    /** PMIx on JDK 22 and newer, Slurm's variables before. The plug-in can't serve two nodes on one machine. */
    SRUN_PMIX("srun", "--mpi=pmix", "-N1", "-n4"),
    /** PMIx on JDK 22 and newer, Open MPI's variables before. */
    MPIRUN("mpirun.openmpi", "--oversubscribe", "-n", "4");

    private final List<String> words;

    ProcessManager(String... words) {
        this.words = List.of(words);
    }

    boolean isOfSlurm() {
        return words.get(0).equals("srun");
    }

    /** Returns whether its command is on the path. */
    boolean isInstalled() {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, words.get(0))));
    }

    /** Returns the command that starts four processes of a command, and lets the others go on when one is killed. */
    List<String> startForSurvivors(List<String> command) {
        List<String> all = new ArrayList<>(words);
        if (isOfSlurm()) all.addAll(1, List.of("--no-kill", "--kill-on-bad-exit=0"));
        else if (this == MPIRUN) all.add(1, "--enable-recovery");
        else all.add(1, "-disable-auto-cleanup");
        if (this == HYDRA) all.addAll(List.of("sh", "-c", "trap '' USR1; \"$@\"; true", "sh"));
        all.addAll(command);
        return all;
    }

    /** Returns the command that starts four processes of a command. */
    List<String> start(List<String> command) {
        List<String> all = new ArrayList<>(words);
        all.addAll(command);
        return all;
    }
}
