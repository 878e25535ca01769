package org.jmpi.bench;

import org.jmpi.comm.communicator.Binding;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.operation.MessageOperation;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.session.RankThreads;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A message from one rank to another by the transport {@code threads}, there and back, with one thread that is both
 * ranks in turn: all the work that a message is, without the way between two cores, and so without what that way varies
 * by.
 */
public class MessageBenchmark extends MicroBenchmark {
    private static final TypeHandle BYTES = TypeHandle.predefined(Layout.of(BasicType.BYTE));
    private static final int TAG = 1;

    /** Bytes of payload: one that lies in the frame's cell, one that lies in the bulk bytes. */
    @Param({"8", "4096"})
    private int bytes;

    private byte[] there;
    private byte[] back;
    private RankThreads worlds;
    private Communicator first;
    private Communicator second;

    @Setup
    public void begin() {
        there = new byte[bytes];
        back = new byte[bytes];
        worlds = RankThreads.create(2, JmpiConfig.load());
        first = worlds.world(0).worldComm();
        second = worlds.world(1).worldComm();
    }

    @TearDown
    public void end() {
        worlds.close();
    }

    @Benchmark
    @OperationsPerInvocation(2)
    public byte[] sendAndReceive() {
        pass(first, there, second, back);
        pass(second, back, first, there);
        return there;
    }

    private void pass(Communicator sender, byte[] sent, Communicator receiver, byte[] received) {
        sender.pointToPoint().send(SendMode.STANDARD, new UserBuffer(sent, 0, bytes, BYTES), receiver.rank(), TAG);
        receiver.pointToPoint().recv(new UserBuffer(received, 0, bytes, BYTES), sender.rank(), TAG, NoStatus.BINDING);
    }

    /** A binding without statuses. */
    private static final class NoStatus implements Binding<Void> {
        static final NoStatus BINDING = new NoStatus();

        @Override
        public Void status(MessageOperation done, int index) {
            return null;
        }

        @Override
        public Void[] statuses(int length) {
            return new Void[length];
        }

        @Override
        public RuntimeException raised(Communicator comm, CommException failure) {
            return failure;
        }
    }
}
