package org.jmpi.dsm;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The accesses of a rank between two barriers, to be compared with those of the others ({@code jmpirun --check}). Two
 * accesses conflict if no lock orders them: neither happened in an interval that the other rank knew.
 */
final class AccessLog {
    /** How many accesses are kept. Of more, those of a sample of the elements are: the same elements at each rank. */
    private static final int MOST = 5000;

    private static final StackWalker STACK = StackWalker.getInstance();
    private static final Pattern OWN =
            Pattern.compile("org\\.jmpi\\.dsm\\.(AccessLog|Shared(Array|Space|Bytes|Doubles|Ints|Longs))");

    private final int rank;
    private final int size;
    private final Consumer<String> findings;
    private final Set<Access> accesses = new LinkedHashSet<>();
    private final Set<String> found = new HashSet<>();

    /** A loop makes one access of its elements, also if it has other accesses. */
    private final Map<Line, Access> latest = new HashMap<>();

    /** One element in two to the power of this is in the sample. */
    private int level;

    private boolean isTold;

    private record Line(int array, boolean writes, String site) {}

    /**
     * An access to successive elements.
     *
     * @param clock for each rank the last interval that is known; for the own one that of the access
     */
    private record Access(int array, int first, int count, boolean writes, String site, List<Integer> clock) {
        boolean meets(Access other) {
            return array == other.array
                    && (writes || other.writes)
                    && first < other.first + other.count
                    && other.first < first + count;
        }

        /** Returns both accesses as one, if this one goes on where the other one ends; else this one. */
        Access after(Access other) {
            if (other == null || other.first + other.count != first) return this;
            Access both = new Access(array, other.first, other.count + count, writes, site, clock);
            return other.equals(new Access(array, other.first, other.count, writes, site, clock)) ? both : this;
        }

        String text() {
            return (writes ? "writes in " : "reads in ") + site;
        }
    }

    /** @param findings takes a line for each pair of lines that conflict, and one if there is a sample */
    AccessLog(int rank, int size, Consumer<String> findings) {
        this.rank = rank;
        this.size = size;
        this.findings = findings;
    }

    /** Notes an access of the program, which has called a method of an array. */
    void add(int array, int first, int count, boolean writes, int[] clock) {
        List<Integer> time = new ArrayList<>();
        for (int each = 0; each < size; each++) time.add(clock[each] + (each == rank ? 1 : 0));
        Access access = new Access(array, first, count, writes, site(), time);
        Line line = new Line(array, writes, access.site);
        Access before = latest.get(line);
        Access longer = access.after(before);
        if (longer != access) accesses.remove(before);
        else if (!isInSample(access)) return;
        accesses.add(longer);
        latest.put(line, longer);
        if (accesses.size() > MOST) thinOut();
    }

    private boolean isInSample(Access access) {
        for (int element = access.first; element < access.first + access.count; element++) {
            int hash = (access.array * 31 + element) * 0x9E3779B9;
            if (hash >>> 31 - level >>> 1 == 0) return true;
        }
        return false;
    }

    private void thinOut() {
        while (accesses.size() > MOST / 2 && level < 31) {
            level++;
            accesses.removeIf(each -> !isInSample(each));
        }
        latest.values().removeIf(each -> !accesses.contains(each));
        if (isTold) return;
        isTold = true;
        findings.accept("rank " + rank + " has over " + MOST + " accesses of shared arrays between two barriers: the"
                + " checks look at a sample of the elements");
    }

    private static String site() {
        return STACK.walk(frames -> frames.filter(
                        frame -> !OWN.matcher(frame.getClassName()).matches())
                .findFirst()
                .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
                .orElse("an unknown place"));
    }

    /** Returns the accesses for the other ranks. */
    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(accesses.size());
            for (Access each : accesses) {
                out.writeInt(each.array);
                out.writeInt(each.first);
                out.writeInt(each.count);
                out.writeBoolean(each.writes);
                out.writeUTF(each.site);
                for (int time : each.clock) out.writeInt(time);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Compares the accesses with those of another rank. */
    void compare(int other, byte[] encoded) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(encoded))) {
            for (int left = in.readInt(); left > 0; left--) {
                Access access = read(in);
                for (Access own : accesses) if (own.meets(access)) compare(own, other, access);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Access read(DataInputStream in) throws IOException {
        int array = in.readInt();
        int first = in.readInt();
        int count = in.readInt();
        boolean writes = in.readBoolean();
        String site = in.readUTF();
        List<Integer> clock = new ArrayList<>();
        for (int each = 0; each < size; each++) clock.add(in.readInt());
        return new Access(array, first, count, writes, site, clock);
    }

    private void compare(Access own, int other, Access access) {
        boolean before = own.clock.get(rank) <= access.clock.get(rank);
        boolean after = access.clock.get(other) <= own.clock.get(other);
        if (before || after || !found.add(own.text() + " " + access.text())) return;
        findings.accept("rank " + rank + " " + own.text() + " element " + Math.max(own.first, access.first)
                + " of shared array " + own.array + ", which rank " + other + " " + access.text()
                + ": no lock and no barrier is in between");
    }

    /** Forgets all accesses: a barrier orders them before later ones. */
    void clear() {
        accesses.clear();
        latest.clear();
        level = 0;
    }
}
