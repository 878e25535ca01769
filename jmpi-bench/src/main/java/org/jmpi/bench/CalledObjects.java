package org.jmpi.bench;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import mpi.MPI;
import org.jmpi.rpc.Atomic;
import org.jmpi.rpc.ObjectSpace;
import org.jmpi.rpc.RemoteArray;
import org.jmpi.rpc.Simple;

/** The objects of rank 1 that {@link Rpc} calls, as each rank sees them, and the arrays of both. */
final class CalledObjects implements Closeable {
    /** The doubles of a bulk transfer of the paper. */
    static final int BULK = 20;
    /** The doubles of 1 MiB. */
    static final int LONG = (1 << 20) / Double.BYTES;

    private static final int TAG_DATA = 22;
    private static final int BACKLOG = 50;
    private static final InetAddress HOST = InetAddress.getLoopbackAddress();

    /** A result is not what it has to be. */
    static final class Corrupt extends Exception {
        private static final long serialVersionUID = 1;

        private Corrupt(RemoteCall call) {
            super(call + " has had no effect, or a wrong one");
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
        int calls();
    }

    /** What is called by Java RMI. */
    interface RmiTarget extends Remote {
        void nothing() throws RemoteException;
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

    /** Makes the objects; all ranks do so. */
    @SuppressWarnings("unchecked")
    CalledObjects() throws Exception {
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
    void verify(RemoteCall call, Leading leading) throws Exception {
        int before = target.calls();
        int count = call.bytes() / Double.BYTES;
        boolean isCopy = call.name().matches("(BULK_)?(READ|WRITE)|(GET|PUT)_LONG");
        if (isCopy) Arrays.fill(data, 0, count, mark(call));
        leading.run(this);
        boolean isRight = isCopy ? isCopied(call, count) : call.message() == call || target.calls() == before + 1;
        if (!isRight) throw new Corrupt(call);
    }

    /** What rank 0 does. */
    interface Leading {
        void run(CalledObjects objects) throws Exception;
    }

    private boolean isCopied(RemoteCall call, int count) {
        boolean writes = call.name().matches("(BULK_)?WRITE|PUT_LONG");
        double[] seen = new double[count];
        if (writes) array.get(0, seen, 0, count);
        else System.arraycopy(data, 0, seen, 0, count);
        return writes
                ? Arrays.stream(seen).allMatch(each -> each == mark(call))
                : Arrays.stream(seen).noneMatch(each -> each == mark(call));
    }

    /** Returns an element that no other call writes. */
    private static double mark(RemoteCall call) {
        return -1 - call.ordinal();
    }

    @Override
    public void close() throws NoSuchObjectException {
        if (other == 0) UnicastRemoteObject.unexportObject(own, true);
    }
}
