package org.jmpi.wireup;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.wireup.WireUp;
import org.jmpi.comm.wireup.WireUpProvider;

/**
 * The wire-up of Kubernetes pods by their names. The pods of an Indexed Job or a StatefulSet are called {@code
 * NAME-INDEX}; in a headless Service, rank 0 is found as {@code NAME-0.SERVICE}.
 *
 * <p>{@code JMPI_SIZE} is the number of pods, {@code JMPI_SERVICE} the Service's name, {@code JMPI_SECRET_FILE} a file
 * of a mounted Secret, {@code JMPI_PORT} rank 0's port.
 */
public final class KubernetesProvider implements WireUpProvider {
    private static final String INDEX = "JOB_COMPLETION_INDEX";
    private static final String SERVICE = "jmpi.service";
    private static final String SECRET_FILE = "jmpi.secret.file";
    private static final String PORT = "jmpi.port";
    private static final String DEFAULT_PORT = "7700";
    private static final Path LINUX = Path.of("/proc/sys/kernel/hostname");
    private static final int MOST_PORT = 65_535;

    /** Makes the provider. */
    public KubernetesProvider() {}

    @Override
    public String name() {
        return "Kubernetes names";
    }

    @Override
    public int order() {
        return 50;
    }

    @Override
    public boolean recognises(Map<String, String> environment) {
        return new Variables(environment).has(LaunchEnvironment.SIZE);
    }

    @Override
    public OptionalInt size(Map<String, String> environment) {
        return new Variables(environment).given(LaunchEnvironment.SIZE);
    }

    @Override
    public WireUp open(Map<String, String> environment, JmpiConfig config) throws IOException {
        Variables variables = new Variables(environment);
        int size = variables.number(LaunchEnvironment.SIZE, 1, Integer.MAX_VALUE);
        String pod = variables.has("HOSTNAME")
                ? variables.environment().get("HOSTNAME").strip()
                : hostName();
        int dash = pod.lastIndexOf('-');
        int rank = rank(variables, pod.substring(dash + 1), size);
        if (dash < 1 || !pod.substring(dash + 1).equals(Integer.toString(rank)))
            throw new IOException("the pod " + pod + " is not called NAME-" + rank
                    + ": start the program by an Indexed Job or a StatefulSet, or unset " + LaunchEnvironment.SIZE);
        String job = pod.substring(0, dash);
        RootWireUp.Membership membership = new RootWireUp.Membership(rank, size, job, variables.transport(), false);
        String root = job + "-0." + required(variables, SERVICE, "the name of a headless Service of the pods");
        Path secret = Path.of(required(variables, SECRET_FILE, "a file of a Secret that every pod mounts"));
        int port = Variables.parse(
                Variables.variable(PORT), variables.setting(PORT).orElse(DEFAULT_PORT), 1, MOST_PORT);
        return RootWireUp.open(membership, new PodNames(root, port, secret), config);
    }

    private static String hostName() throws IOException {
        return Files.isReadable(LINUX)
                ? Files.readString(LINUX).strip()
                : InetAddress.getLocalHost().getHostName();
    }

    private static int rank(Variables variables, String ordinal, int size) throws IOException {
        return variables.has(INDEX)
                ? variables.number(INDEX, 0, size - 1)
                : Variables.parse("the number at the end of the pod's name", ordinal, 0, size - 1);
    }

    private static String required(Variables variables, String setting, String meaning) throws IOException {
        return variables
                .setting(setting)
                .orElseThrow(() -> new IOException(Variables.variable(setting) + " is not set: it is " + meaning));
    }
}
