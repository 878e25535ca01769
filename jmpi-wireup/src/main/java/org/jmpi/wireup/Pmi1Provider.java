package org.jmpi.wireup;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.util.Map;
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
    public WireUp open(Map<String, String> environment, JmpiConfig config) throws IOException {
        Variables variables = new Variables(environment);
        return KvsWireUp.open(
                () -> variables.has(DESCRIPTOR) ? inherit(variables) : connect(variables),
                variables.transport(),
                config.connectNanos());
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

    private static Pmi1Client connect(Variables variables) throws IOException {
        String port = variables
                .text(PORT)
                .orElseThrow(() -> new IOException(SIZE + " is set, but neither " + DESCRIPTOR + " nor " + PORT
                        + ": start the program with a launcher that offers PMI-1, or unset " + SIZE));
        String id = variables.text(ID).orElseThrow(() -> new IOException(ID + " is not set"));
        Socket socket = new Socket(Proxy.NO_PROXY);
        try {
            InetSocketAddress address = SocketAddresses.parse(port);
            socket.connect(address, ConnectRetry.REACH_MILLIS);
            socket.setTcpNoDelay(true);
            return Pmi1Client.connected(socket.getInputStream(), socket.getOutputStream(), id, socket);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw new IOException(PORT + "=" + port + ": " + e.getMessage(), e);
        }
    }
}
