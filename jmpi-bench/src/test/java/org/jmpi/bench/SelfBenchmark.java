package org.jmpi.bench;

import mpi.MPI;
import mpi.Request;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A message of a rank to itself: all that the program, the protocols and the matching cost, and no way at all.
 */
public class SelfBenchmark extends MicroBenchmark {
    private static final int TAG = 1;

    /** Bytes of payload. */
    @Param({"8", "4096"})
    private int bytes;

    private byte[] sent;
    private byte[] received;

    @Setup
    public void begin() {
        sent = new byte[bytes];
        received = new byte[bytes];
        MPI.Init(new String[0]);
    }

    @TearDown
    public void end() {
        MPI.Finalize();
    }

    @Benchmark
    public byte[] expected() {
        Request receive = MPI.COMM_SELF.Irecv(received, 0, bytes, MPI.BYTE, 0, TAG);
        MPI.COMM_SELF.Send(sent, 0, bytes, MPI.BYTE, 0, TAG);
        receive.Wait();
        return received;
    }

    @Benchmark
    public byte[] unexpected() {
        MPI.COMM_SELF.Send(sent, 0, bytes, MPI.BYTE, 0, TAG);
        MPI.COMM_SELF.Recv(received, 0, bytes, MPI.BYTE, 0, TAG);
        return received;
    }
}
