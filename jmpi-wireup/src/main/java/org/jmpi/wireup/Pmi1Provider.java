package org.jmpi.wireup;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.SocketAddresses;
import org.jmpi.comm.trust.ConnectRetry;
import org.jmpi.comm.wireup.WireUp;
import org.jmpi.comm.wireup.WireUpProvider;

/**
 * The wire-up by PMI-1: MPICH's {@code mpiexec} (hydra), and {@code srun --mpi=pmi2}.
 *
 * <p>{@code PMI_FD} is the number of an inherited socket; {@code PMI_RANK} and {@code PMI_SIZE} go with it. {@code
 * PMI_PORT} is the address of the process manager's port ({@code mpiexec -pmi-port}); {@code PMI_ID} goes with it.
 */
public final class Pmi1Provider implements WireUpProvider {
    private static final String DESCRIPTOR = "PMI_FD";
    private static final String PORT = "PMI_PORT";
    private static final String RANK = "PMI_RANK";
    private static final String SIZE = "PMI_SIZE";
    private static final String ID = "PMI_ID";

    /** MPICH's process that starts the ranks of a host. */
    private static final String HYDRA_PROXY = "hydra_pmi_proxy";

    private static final long LATE_MILLIS = 2_000;

    /** Makes the provider. */
    public Pmi1Provider() {}

    @Override
    public String name() {
        return "PMI-1";
    }

    @Override
    public int order() {
        return 10;
    }

    @Override
    public boolean recognises(Map<String, String> environment) {
        Variables variables = new Variables(environment);
        return variables.has(DESCRIPTOR) || variables.has(PORT) || variables.isAbove(SIZE, 1);
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
        if (config.continues()) requireShell();
        return KvsWireUp.open(
                () -> variables.has(DESCRIPTOR) ? inherit(variables) : connect(variables, config),
                variables.transport(),
                config.connectNanos());
    }

    /** When a child of hydra is killed, hydra kills the others by SIGUSR1 and SIGKILL, whatever its options are. */
    private static void requireShell() throws IOException {
        boolean isChild = ProcessHandle.current()
                .parent()
                .flatMap(parent -> parent.info().command())
                .filter(command -> command.endsWith(HYDRA_PROXY))
                .isPresent();
        if (isChild)
            throw new IOException("jmpi.continue: mpiexec kills all ranks when one fails: let a shell start each rank,"
                    + " and end well: mpiexec -disable-auto-cleanup ... sh -c 'trap \"\" USR1; java ...; true'");
    }

    /** Returns where the process manager listens, which may be a name. */
    private static InetSocketAddress address(String port) throws IOException {
        try {
            InetSocketAddress named = SocketAddresses.unresolved(port);
            return new InetSocketAddress(InetAddress.getByName(named.getHostString()), named.getPort());
        } catch (IllegalArgumentException e) {
            throw new IOException("this is not host:port", e);
        }
    }

    /** Returns when the thread that waits for an answer gives up: no other thread waits for it any more. */
    private static int answerMillis(JmpiConfig config) {
        long millis = TimeUnit.NANOSECONDS.toMillis(config.connectNanos()) + LATE_MILLIS;
        return (int) Math.min(millis, Integer.MAX_VALUE);
    }

    private static Pmi1Client inherit(Variables variables) throws IOException {
        int size = variables.number(SIZE, 1, Integer.MAX_VALUE);
        int rank = variables.number(RANK, 0, size - 1);
        int number = variables.number(DESCRIPTOR, 0, Integer.MAX_VALUE);
        try {
            InheritedDescriptor descriptor = new InheritedDescriptor(number);
            return Pmi1Client.inherited(descriptor.in(), descriptor.out(), rank, size);
        } catch (IOException e) {
            throw new IOException(DESCRIPTOR + "=" + number + ": " + e.getMessage(), e);
        }
    }

    private static Pmi1Client connect(Variables variables, JmpiConfig config) throws IOException {
        String port = variables
                .text(PORT)
                .orElseThrow(() -> new IOException(SIZE + " is set, but neither " + DESCRIPTOR + " nor " + PORT
                        + ": start the program with a launcher that offers PMI-1, or unset " + SIZE));
        String id = variables.text(ID).orElseThrow(() -> new IOException(ID + " is not set"));
        Socket socket = new Socket(Proxy.NO_PROXY);
        try {
            socket.connect(address(port), ConnectRetry.REACH_MILLIS);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(answerMillis(config));
            Pmi1Client client = Pmi1Client.connected(socket.getInputStream(), socket.getOutputStream(), id, socket);
            socket.setSoTimeout(0);
            return client;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw new IOException(PORT + "=" + port + ": " + e.getMessage(), e);
        }
    }
}
