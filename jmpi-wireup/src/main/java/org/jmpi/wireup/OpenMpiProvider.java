package org.jmpi.wireup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.wireup.WireUp;
import org.jmpi.comm.wireup.WireUpProvider;

/**
 * The wire-up by the variables of Open MPI's {@code mpirun} and a {@link WireUpFolder}, where PMIx can't be used. On
 * one host the folder is that of the job's session, which {@code mpirun} has made.
 */
public final class OpenMpiProvider implements WireUpProvider {
    private static final String RANK = "OMPI_COMM_WORLD_RANK";
    private static final String SIZE = "OMPI_COMM_WORLD_SIZE";
    private static final String LOCAL_SIZE = "OMPI_COMM_WORLD_LOCAL_SIZE";
    private static final String JOB = "PMIX_NAMESPACE";
    private static final String SESSION = "PMIX_SERVER_TMPDIR";

    /** Makes the provider. */
    public OpenMpiProvider() {}

    @Override
    public String name() {
        return "Open MPI's variables";
    }

    @Override
    public int order() {
        return 40;
    }

    @Override
    public boolean recognises(Map<String, String> environment) {
        Variables variables = new Variables(environment);
        return variables.has(RANK) && variables.has(SIZE);
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
        String job = variables.text(JOB).orElseThrow(() -> new IOException(JOB + " is not set"));
        boolean allLocal = variables.has(LOCAL_SIZE) && variables.number(LOCAL_SIZE, 1, size) == size;
        RootWireUp.Membership membership =
                new RootWireUp.Membership(rank, size, "openmpi-" + job, variables.transport(), allLocal);
        WireUpFolder folder = new WireUpFolder(shared(variables, allLocal), membership.job(), config.ports());
        return RootWireUp.open(membership, folder, config);
    }

    private static Path shared(Variables variables, boolean allLocal) {
        Optional<Path> set = variables.setting(WireUpFolder.SETTING).map(Path::of);
        Optional<Path> session = variables.text(SESSION).map(Path::of).filter(Files::isDirectory);
        return set.orElse(allLocal && session.isPresent() ? session.get() : Path.of(""));
    }
}
