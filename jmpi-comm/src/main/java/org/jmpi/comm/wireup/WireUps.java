package org.jmpi.comm.wireup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.StringJoiner;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/** The process managers that are installed, other than jmpirun. */
public final class WireUps {
    private WireUps() {}

    /**
     * {@return the providers whose classes a loader knows}
     *
     * @param loader of jmpi-wireup or of the program
     */
    public static Iterable<WireUpProvider> providers(ClassLoader loader) {
        return ServiceLoader.load(WireUpProvider.class, loader);
    }

    /**
     * Joins the job that a process manager has started this process for.
     *
     * @param providers of the process managers
     * @param environment the variables of this process
     * @param config the settings of this process
     * @return the first wire-up that opens, and agrees with those that do not on rank and size; empty if no process
     *     manager has started this process
     * @throws CommException if some have, and none opens; the message names each with its reason
     */
    public static Optional<WireUp> open(
            Iterable<WireUpProvider> providers, Map<String, String> environment, JmpiConfig config) {
        List<WireUpProvider> recognising = new ArrayList<>();
        for (WireUpProvider each : providers) if (each.recognises(environment)) recognising.add(each);
        if (recognising.isEmpty()) return Optional.empty();
        recognising.sort(Comparator.comparingInt(WireUpProvider::order));
        StringJoiner reasons = new StringJoiner("; ");
        List<WireUpProvider> failed = new ArrayList<>();
        for (WireUpProvider each : recognising) {
            try {
                checkPlace(each.rank(environment), each.size(environment), failed, environment);
                return Optional.of(open(each, failed, environment, config));
            } catch (IOException e) {
                reasons.add(each.name() + ": " + e.getMessage());
            }
        }
        throw new CommException(ErrorClass.OTHER, "cannot join the job that this process was started for: " + reasons);
    }

    /** @param failed the providers that have failed before; takes this one if it fails, too */
    private static WireUp open(
            WireUpProvider provider, List<WireUpProvider> failed, Map<String, String> environment, JmpiConfig config)
            throws IOException {
        WireUp wireUp;
        try {
            wireUp = provider.open(environment, config);
        } catch (IOException e) {
            failed.add(provider);
            throw e;
        }
        try {
            checkPlace(OptionalInt.of(wireUp.rank()), OptionalInt.of(wireUp.size()), failed, environment);
            return wireUp;
        } catch (IOException e) {
            wireUp.close();
            throw e;
        }
    }

    /** Fails if a provider gives this process another place than one of the others. */
    private static void checkPlace(
            OptionalInt rank, OptionalInt size, List<WireUpProvider> others, Map<String, String> environment)
            throws IOException {
        for (WireUpProvider other : others) {
            OptionalInt otherRank = other.rank(environment);
            OptionalInt otherSize = other.size(environment);
            if (differ(rank, otherRank) || differ(size, otherSize))
                throw new IOException("this process is " + place(rank, size) + ", but by " + other.name() + " "
                        + place(otherRank, otherSize) + ": unset the variables of the launcher that did not start it");
        }
    }

    private static boolean differ(OptionalInt one, OptionalInt other) {
        return one.isPresent() && other.isPresent() && one.getAsInt() != other.getAsInt();
    }

    private static String place(OptionalInt rank, OptionalInt size) {
        String which = rank.isPresent() ? "rank " + rank.getAsInt() : "a rank";
        return size.isPresent() ? which + " of " + size.getAsInt() : which;
    }
}
