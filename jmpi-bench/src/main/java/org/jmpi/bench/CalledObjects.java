package org.jmpi.bench;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import mpi.MPI;
import org.jmpi.rpc.Atomic;
import org.jmpi.rpc.ObjectSpace;
import org.jmpi.rpc.RemoteArray;
import org.jmpi.rpc.Simple;

/** The objects of rank 1 that {@link Rpc} calls, as each rank sees them, and the arrays of both. */
final class CalledObjects implements Closeable {
    private static final int LONG = CallRow.LONGEST / Double.BYTES;
    private static final int TAG_DATA = 22;
    private static final int BACKLOG = 50;
    private static final InetAddress HOST = InetAddress.getLoopbackAddress();

    /** A result is not what it has to be. */
    static final class Corrupt extends Exception {
        private static final long serialVersionUID = 1;

        private Corrupt(CallRow row) {
            super(row.call() + " of " + row.bytes() + " bytes has had no effect, or a wrong one");
        }
    }

    /** What is called. */
    interface Target {
        @Simple
        void simple();

        void threaded();

        @Atomic
        void atomic();

        @Simple
        void one(int first);

        @Simple
        void two(int first, int second);

        @Simple
        void takeBytes(byte[] ones);

        @Simple
        void takeDoubles(double[] ones);

        @Simple
        int calls();
    }

    /** What is called by Java RMI. */
    interface RmiTarget extends Remote {
        void nothing() throws RemoteException;

        void takeBytes(byte[] ones) throws RemoteException;

        void takeDoubles(double[] ones) throws RemoteException;
    }

    /** Counts its calls. */
    private static final class Counting implements Target, RmiTarget {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public void simple() {
            calls.incrementAndGet();
        }

        @Override
        public void threaded() {
            calls.incrementAndGet();
        }

        @Override
        public void atomic() {
            calls.incrementAndGet();
        }

        @Override
        public void one(int first) {
            calls.addAndGet(first);
        }

        @Override
        public void two(int first, int second) {
            calls.addAndGet(second - first);
        }

        @Override
        public void takeBytes(byte[] ones) {
            calls.addAndGet(ones.length == 0 ? 1 : ones[ones.length - 1]);
        }

        @Override
        public void takeDoubles(double[] ones) {
            calls.addAndGet(ones.length == 0 ? 1 : (int) ones[ones.length - 1]);
        }

        @Override
        public int calls() {
            return calls.get();
        }

        @Override
        public void nothing() {
            calls.incrementAndGet();
        }
    }

    private final Counting own = new Counting();
    private final Target target;
    private final RmiTarget rmi;
    private final double[] data = IntStream.range(0, LONG).mapToDouble(i -> i).toArray();
    private final RemoteArray<double[]> array;
    private final int other = 1 - MPI.COMM_WORLD.Rank();
    private final Optional<OncRpcCalls> oncRpc;

    /**
     * Makes the objects; all ranks do so.
     *
     * @param peers whether rank 0 starts a server of ONC RPC, too
     */
    @SuppressWarnings("unchecked")
    CalledObjects(boolean peers) throws Exception {
        oncRpc = peers && MPI.COMM_WORLD.Rank() == 0 ? OncRpcCalls.start() : Optional.empty();
        ObjectSpace space = ObjectSpace.open();
        target = space.exportAll(Target.class, own).get(1).get();
        Object[] told = {space.rank() == 1 ? space.exportArray(data) : null, space.rank() == 1 ? serveRmi() : null};
        MPI.COMM_WORLD.Bcast(told, 0, told.length, MPI.OBJECT, 1);
        array = (RemoteArray<double[]>) told[0];
        rmi = (RmiTarget) read((byte[]) told[1]);
    }

    /** Returns the stub of RMI as bytes: the filter of messages lets no such class pass. */
    private byte[] serveRmi() throws IOException {
        System.setProperty("java.rmi.server.hostname", HOST.getHostAddress());
        Remote stub = UnicastRemoteObject.exportObject(own, 0, null, port -> new ServerSocket(port, BACKLOG, HOST));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(stub);
        }
        return bytes.toByteArray();
    }

    private static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    Target target() {
        return target;
    }

    RmiTarget rmi() {
        return rmi;
    }

    /** Returns whether there is a server of ONC RPC. */
    boolean hasOncRpc() {
        return oncRpc.isPresent();
    }

    OncRpcCalls oncRpc() {
        return oncRpc.orElseThrow();
    }

    void send(int count) {
        MPI.COMM_WORLD.Send(data, 0, count, MPI.DOUBLE, other, TAG_DATA);
    }

    void receive(int count) {
        MPI.COMM_WORLD.Recv(data, 0, count, MPI.DOUBLE, other, TAG_DATA);
    }

    void get(int count) {
        array.get(0, data, 0, count);
    }

    void put(int count) {
        array.put(0, data, 0, count);
    }

    /** Does a call at rank 0, and checks that it has counted, or that elements have come. */
    void verify(CallRow row) throws Exception {
        int before = target.calls();
        Arrays.fill(data, 0, row.elements(), mark(row));
        row.call().time(this, row, 1);
        boolean isRight = switch (row.call().way()) {
            case GET -> IntStream.range(0, row.elements()).noneMatch(i -> data[i] == mark(row));
            case PUT -> isPut(row);
            case CALL, RMI -> target.calls() == before + 1;
            // The program of ONC RPC counts for itself.
            case MESSAGE, ONC_RPC -> true;
        };
        if (!isRight) throw new Corrupt(row);
    }

    private boolean isPut(CallRow row) {
        double[] seen = new double[row.elements()];
        array.get(0, seen, 0, seen.length);
        return Arrays.stream(seen).allMatch(each -> each == mark(row));
    }

    /** Returns an element that no other call writes. */
    private static double mark(CallRow row) {
        return -1 - row.call().ordinal();
    }

    @Override
    public void close() throws IOException {
        if (other == 0) UnicastRemoteObject.unexportObject(own, true);
        if (oncRpc.isPresent()) oncRpc.get().close();
    }
}
