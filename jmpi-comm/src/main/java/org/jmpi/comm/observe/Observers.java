package org.jmpi.comm.observe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jmpi.comm.check.ProgramChecks;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.config.Observation;
import org.jmpi.comm.config.Warnings;
import org.jmpi.comm.control.BlockedCall;
import org.jmpi.comm.control.RankSample;
import org.jmpi.comm.events.Events;

/** The observers of one rank that its settings ask for. */
public final class Observers implements AutoCloseable {
    private static final String NO_JFR = "no events are recorded: this Java runtime has no module jdk.jfr, which"
            + " java --add-modules jdk.jfr,jdk.management or an image with these modules brings";

    private final int rank;
    private final int size;
    private final List<Events> events = new ArrayList<>();

    /** Null if the rank has no counters. */
    private Counters counters;

    private BeanRegistration registration;

    /**
     * Makes the observers.
     *
     * @param rank in the world
     * @param size the number of ranks in the world
     * @param config names the observers
     */
    public Observers(int rank, int size, JmpiConfig config) {
        this.rank = rank;
        this.size = size;
        Observation observation = config.observation();
        // It needs the event bits.
        if (config.check()) events.add(new ProgramChecks(rank));
        if (observation.jfr()) record(observation);
        if (observation.jmx() && has("java.management")) events.add(counters = new Counters(size));
        if (observation.log()) events.add(new LogEvents(rank, size));
    }

    /**
     * {@return whether a rank has an observer}
     *
     * @param config of the rank
     */
    public static boolean areWanted(JmpiConfig config) {
        return config.check() || config.observation().isOn();
    }

    private void record(Observation observation) {
        if (!has("jdk.jfr") || observation.record() != null && !has("jdk.management")) {
            Warnings.print(rank, NO_JFR);
            return;
        }
        if (observation.record() != null) startRecording(observation);
        events.add(new FlightRecorderEvents(rank, size, observation.rate(), events.isEmpty()));
    }

    private void startRecording(Observation observation) {
        try {
            FlightRecording.start(Path.of(observation.record()).toAbsolutePath(), observation.recordSettings(), rank);
        } catch (IOException | RuntimeException e) {
            Warnings.print(rank, "no recording in " + observation.record() + ": " + reason(e));
        }
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) cause = cause.getCause();
        return cause.toString();
    }

    private static boolean has(String module) {
        return ModuleLayer.boot().findModule(module).isPresent();
    }

    /** {@return the observer that passes the events of the rank to all others} */
    public Events events() {
        if (events.isEmpty()) return Events.NONE;
        return events.size() == 1 ? events.get(0) : new SeveralEvents(events);
    }

    /**
     * Shows the counters of the rank to JMX clients, if the rank has counters.
     *
     * @param blocked returns the calls in which threads of the rank wait
     * @param finalized returns whether the rank has passed MPI.Finalize
     */
    public void show(Supplier<List<BlockedCall>> blocked, BooleanSupplier finalized) {
        if (counters == null) return;
        registration = new BeanRegistration(rank, new RankBean(rank, size, counters, blocked, finalized));
    }

    /**
     * {@return the totals of the rank so far, if it has counters}
     *
     * @param state the part of its life that the rank is in
     */
    public RankSample sample(RankSample.LifeState state) {
        if (counters == null) return RankSample.uncounted(rank, state);
        Traffic sent = counters.messagesSent();
        Traffic received = counters.messagesReceived();
        return new RankSample(
                rank, state, sum(sent.messages()), sum(sent.bytes()), sum(received.messages()), sum(received.bytes()));
    }

    private static long sum(long... ofPeers) {
        return LongStream.of(ofPeers).sum();
    }

    /** Removes what {@link #show} has shown. */
    @Override
    public void close() {
        if (registration != null) registration.close();
        registration = null;
    }
}
