package org.jmpi.bench;

import java.util.concurrent.TimeUnit;
import mpi.MPI;
import mpi.Request;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A message of a rank to itself: all that the program, the protocols and the matching cost, and no way at all.
 *
 * To be run by {@code org.openjdk.jmh.Main}, with the module's test class path.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 4, time = 250, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 250, timeUnit = TimeUnit.MILLISECONDS)
public class SelfBenchmark {
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
