package org.jmpi.wireup;

import java.io.IOException;
import java.util.Map;
import java.util.OptionalInt;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.wireup.WireUp;
import org.jmpi.comm.wireup.WireUpProvider;

/**
 * The wire-up by PMIx: Open MPI's {@code mpirun}, and {@code srun --mpi=pmix}. It needs JDK 22 or newer and the library
 * {@code libpmix.so.2}.
 */
public final class PmixProvider implements WireUpProvider {
    private static final String RANK = "PMIX_RANK";

    /** Makes the provider. */
    public PmixProvider() {}

    @Override
    public String name() {
        return "PMIx";
    }

    @Override
    public int order() {
        return 20;
    }

    @Override
    public boolean recognises(Map<String, String> environment) {
        Variables variables = new Variables(environment);
        return variables.has("PMIX_NAMESPACE") && variables.has(RANK);
    }

    @Override
    public OptionalInt rank(Map<String, String> environment) {
        return new Variables(environment).given(RANK);
    }

    @Override
    public WireUp open(Map<String, String> environment, JmpiConfig config) throws IOException {
        return KvsWireUp.open(PmixClient::new, new Variables(environment).transport(), config.connectNanos());
    }
}
