package org.jmpi.bench;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectCodecs;
import org.jmpi.comm.datatype.ObjectMessage;
import org.jmpi.comm.datatype.ProgramClasses;
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
import org.openjdk.jmh.annotations.Warmup;

/** An object encoded and decoded again, by each codec. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ObjectCodecBenchmark {
    /** A small object. */
    static final class Particle implements Serializable {
        private static final long serialVersionUID = 1;

        final int id;
        final double x;
        final double y;
        final String label;

        Particle(int id, double x, double y) {
            this.id = id;
            this.x = x;
            this.y = y;
            this.label = "particle " + id;
        }
    }

    @Param({"java", "kryo"})
    private String codec;

    @Param({"list", "matrix", "one"})
    private String object;

    private ObjectCodec chosen;
    private Object[] sent;
    private ByteChunks encoded;

    @Setup
    public void setUp() {
        Properties settings = new Properties();
        settings.setProperty("jmpi.object.codec", codec);
        chosen = ObjectCodecs.open(JmpiConfig.load(settings, System.getenv()), new ProgramClasses());
        Random random = new Random(1);
        sent = new Object[] {
            switch (object) {
                case "list" -> list(random);
                case "matrix" -> matrix(random);
                default -> new Particle(1, 2, 3);
            }
        };
        encoded = encode();
    }

    private static List<Particle> list(Random random) {
        List<Particle> list = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) list.add(new Particle(i, random.nextDouble(), random.nextDouble()));
        return list;
    }

    private static double[][] matrix(Random random) {
        double[][] matrix = new double[1000][1000];
        for (double[] row : matrix) for (int i = 0; i < row.length; i++) row[i] = random.nextDouble();
        return matrix;
    }

    @Benchmark
    public ByteChunks encode() {
        return ObjectMessage.encode(chosen, sent, 0, 1);
    }

    @Benchmark
    public Object decode() {
        Object[] received = new Object[1];
        ObjectMessage.decode(chosen, encoded, received, 0, 1);
        return received[0];
    }

    @Benchmark
    public Object both() {
        Object[] received = new Object[1];
        ObjectMessage.decode(chosen, encode(), received, 0, 1);
        return received[0];
    }
}
