package org.jmpi.junit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The outcome of a test on one rank. It travels as bytes: a rank has its own class loader, or its own JVM.
 *
 * @param rank the rank
 * @param failures how the test failed, or the reason for which it was aborted; empty if it succeeded
 * @param aborted whether it was aborted, as by an assumption
 * @param follows whether it failed only because another rank had failed
 */
record RankOutcome(int rank, ArrayList<RankFailedError> failures, boolean aborted, boolean follows)
        implements Serializable {

    private static final ObjectInputFilter FILTER =
            ObjectInputFilter.Config.createFilter("org.jmpi.junit.*;org.opentest4j.*;java.lang.*;java.util.*;!*");

    static RankOutcome of(int rank, int size, List<? extends Throwable> failures, boolean aborted, boolean follows) {
        ArrayList<RankFailedError> copies = new ArrayList<>();
        for (Throwable failure : failures) copies.add(RankFailedError.of(rank, size, failure));
        return new RankOutcome(rank, copies, aborted, follows);
    }

    byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(this);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the outcome of rank " + rank, e);
        }
        return bytes.toByteArray();
    }

    static RankOutcome of(byte[] bytes) {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(FILTER);
            return (RankOutcome) in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException("cannot read the outcome of a rank", e);
        }
    }
}
