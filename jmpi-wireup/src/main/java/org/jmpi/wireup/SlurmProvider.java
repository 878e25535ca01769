package org.jmpi.wireup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.wireup.WireUp;
import org.jmpi.comm.wireup.WireUpProvider;

/**
 * The wire-up by Slurm's variables and a {@link WireUpFolder}, where {@code srun} offers no PMI ({@code --mpi=none}).
 *
 * <p>Only {@code srun} sets {@code SLURM_STEP_NUM_TASKS}. A batch script and the shell of {@code salloc} do not have
 * it: a program that they start without {@code srun} is a world of one. Inside an allocation {@code mpirun} and
 * {@code mpiexec} start a daemon on each host by {@code srun}. Their ranks inherit the variables of the daemon, which
 * is the task of that step.
 */
public final class SlurmProvider implements WireUpProvider {
    private static final String RANK = "SLURM_PROCID";
    private static final String SIZE = "SLURM_STEP_NUM_TASKS";

    /** Makes the provider. */
    public SlurmProvider() {}

    @Override
    public String name() {
        return "Slurm's variables";
    }

    @Override
    public int order() {
        return 30;
    }

    @Override
    public boolean recognises(Map<String, String> environment) {
        Variables variables = new Variables(environment);
        return variables.has(RANK) && variables.has(SIZE) && !isRankOfDaemon(variables);
    }

    /** Returns whether mpirun or mpiexec has started this process. Slurm's own PMI sets PMI_JOBID, too. */
    private static boolean isRankOfDaemon(Variables variables) {
        boolean hydra = (variables.has("PMI_RANK") || variables.has("PMI_PORT")) && !variables.has("PMI_JOBID");
        return hydra || variables.has("OMPI_COMM_WORLD_RANK");
    }

    @Override
    public OptionalInt rank(Map<String, String> environment) {
        return new Variables(environment).given(RANK);
    }

    @Override
    public OptionalInt size(Map<String, String> environment) {
        return new Variables(environment).given(SIZE);
    }

    @Override
    public WireUp open(Map<String, String> environment, JmpiConfig config) throws IOException {
        Variables variables = new Variables(environment);
        int size = variables.number(SIZE, 1, Integer.MAX_VALUE);
        int rank = variables.number(RANK, 0, size - 1);
        String job = job(variables);
        boolean allLocal = !variables.isAbove("SLURM_STEP_NUM_NODES", 1);
        Path shared = Path.of(variables.setting(WireUpFolder.SETTING).orElse(""));
        RootWireUp.Membership membership = new RootWireUp.Membership(rank, size, job, variables.transport(), allLocal);
        return RootWireUp.open(membership, new WireUpFolder(shared, job, config.ports()), config);
    }

    private static String job(Variables variables) throws IOException {
        int job = variables.number("SLURM_JOB_ID", 0, Integer.MAX_VALUE);
        int step = variables.number("SLURM_STEP_ID", 0, Integer.MAX_VALUE);
        return variables.text("SLURM_CLUSTER_NAME").orElse("slurm") + "-" + job + "." + step;
    }
}
