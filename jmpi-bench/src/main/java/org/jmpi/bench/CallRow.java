package org.jmpi.bench;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A row of {@link Rpc}: a call, and how long its arguments are.
 *
 * @param bytes length of the arguments, or of what is copied
 * @param byteArray an argument of that length, of ones
 * @param doubleArray the same of doubles
 */
record CallRow(RemoteCall call, int bytes, byte[] byteArray, double[] doubleArray) {
    /** The longest arguments. */
    static final int LONGEST = 1 << 20;

    static CallRow of(RemoteCall call, int bytes) {
        byte[] byteArray = new byte[bytes];
        double[] doubleArray = new double[bytes / Double.BYTES];
        Arrays.fill(byteArray, (byte) 1);
        Arrays.fill(doubleArray, 1);
        return new CallRow(call, bytes, byteArray, doubleArray);
    }

    /** Returns the rows of calls: those whose length is open have one for each size. */
    static List<CallRow> of(List<RemoteCall> calls, int... sizes) {
        return calls.stream()
                .flatMap(call -> call.isSized()
                        ? Arrays.stream(sizes).mapToObj(size -> of(call, size))
                        : Stream.of(of(call, call.bytes())))
                .toList();
    }

    /** Returns how many doubles are copied, or travel. */
    int elements() {
        return bytes / Double.BYTES;
    }

    /** Does it once at rank 0, and checks its effect. */
    void verify(CalledObjects objects) throws Exception {
        objects.verify(this);
    }
}
