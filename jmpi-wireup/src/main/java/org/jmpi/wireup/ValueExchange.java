package org.jmpi.wireup;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.trust.JobSecret;

/** An exchange of values between all ranks of a job. */
interface ValueExchange extends AutoCloseable {
    /** The value that a rank has put. */
    record Value(int rank, String key, byte[] bytes) {}

    /** Returns the secret of the job. */
    JobSecret secret();

    /**
     * Returns the values of all ranks, when every rank has called this.
     *
     * @param mine the values of this rank
     * @param nanos the longest time to wait, in ns
     * @throws IOException if a rank is missing or has ended
     */
    List<Value> allgather(List<Value> mine, long nanos) throws IOException;

    @Override
    void close();

    /** Returns the exchange of a job of one rank. */
    static ValueExchange alone() {
        JobSecret secret = JobSecret.create();
        return new ValueExchange() {
            @Override
            public JobSecret secret() {
                return secret;
            }

            @Override
            public List<Value> allgather(List<Value> mine, long nanos) {
                return mine;
            }

            @Override
            public void close() {}
        };
    }

    /** Returns values as bytes: their number, then for each one the rank, the key, and the length and the bytes. */
    static byte[] encode(List<Value> values) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            out.writeInt(values.size());
            for (Value value : values) {
                out.writeInt(value.rank());
                out.writeUTF(value.key());
                out.writeInt(value.bytes().length);
                out.write(value.bytes());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to memory", e);
        }
        return bytes.toByteArray();
    }

    /** Returns the values that {@link #encode} has written. */
    static List<Value> decode(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        List<Value> values = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            int rank = in.readInt();
            String key = in.readUTF();
            int length = in.readInt();
            if (length < 0 || length > in.available())
                throw new IOException("length of a value out of range: " + length);
            values.add(new Value(rank, key, in.readNBytes(length)));
        }
        return values;
    }
}
