package org.jmpi.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jmpi.comm.control.BlockedCall;
import org.jmpi.comm.control.ControlMessage.Sampled;
import org.jmpi.comm.control.RankSample;
import org.jmpi.run.watch.RankStatus.Activity;
import org.jmpi.run.watch.RankStatus.Traffic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JobSamplerTest {
    private static final JobDescription JOB = new JobDescription(
            "6b1c",
            1,
            "p",
            0,
            List.of(
                    new JobDescription.ProcessPlace(0, 2, "a"),
                    new JobDescription.ProcessPlace(2, 1, "b"),
                    new JobDescription.ProcessPlace(3, 1, "b")));

    private static final long ANSWER_NANOS = 20_000_000;

    private final JobSampler eager = new JobSampler(JOB, wanted -> answer(), ANSWER_NANOS, 0);
    private Sampled next;
    private final List<Integer> asked = new ArrayList<>();
    private final JobSampler sampler = new JobSampler(JOB, this::ask, ANSWER_NANOS, Long.MAX_VALUE);

    /** Processes 0 and 2 are connected, and 2 does not answer. */
    private void ask(IntPredicate wanted) {
        for (int first : List.of(0, 2)) if (wanted.test(first)) asked.add(first);
        sampler.answered(0, sample(1, 2));
    }

    private static Sampled sample(long messages, long bytes) {
        return new Sampled(
                10,
                100,
                List.of(
                        new RankSample(0, RankSample.LifeState.RUNNING, messages, bytes, 3, 4),
                        RankSample.uncounted(1, RankSample.LifeState.RUNNING)),
                List.of(
                        new BlockedCall(1, "Probe", false, List.of(0), 5, ""),
                        new BlockedCall(1, "Recv", false, List.of(2), 1L << 60, "")));
    }

    private List<Activity> activities() throws InterruptedException {
        return sampler.sample().ranks().stream().map(RankStatus::activity).toList();
    }

    @Test
    void saysWhatEachRankDoes() throws Exception {
        sampler.ended(3, 1);
        assertEquals(List.of(Activity.COMPUTING, Activity.WAITING, Activity.SILENT, Activity.ENDED), activities());
        RankStatus waits = sampler.sample().ranks().get(1);
        assertEquals("Recv", waits.call());
        assertEquals(List.of(2), waits.awaited());
        assertEquals(Traffic.NONE, waits.traffic());
        assertEquals("b", sampler.sample().ranks().get(2).host());
    }

    @Test
    void ratesAreThoseBetweenTwoSamples() throws Exception {
        assertEquals(Traffic.NONE, trafficAfter(sample(1, 2)));
        assertEquals(new Traffic(0, 0, 0, 0), trafficAfter(sample(1, 2)));
        Traffic rates = trafficAfter(sample(1 << 30, 1L << 40));
        assertTrue(rates.messagesSent() > 0 && rates.bytesSent() > rates.messagesSent(), rates::toString);
        assertEquals(0, rates.messagesReceived());
    }

    private Traffic trafficAfter(Sampled sample) throws InterruptedException {
        next = sample;
        return eager.sample().ranks().get(0).traffic();
    }

    private void answer() {
        eager.answered(0, next);
    }

    @Test
    void asksNoProcessThatHasNotAnswered() throws Exception {
        JobSampler twice = new JobSampler(
                JOB,
                wanted ->
                        asked.addAll(List.of(0, 2).stream().filter(wanted::test).toList()),
                ANSWER_NANOS,
                0);
        twice.sample();
        twice.answered(0, sample(1, 2));
        twice.sample();
        assertEquals(List.of(0, 2, 0), asked);
    }

    @Test
    void severalWhoAskShareOneAnswer() throws Exception {
        sampler.ended(2, 1);
        assertSame(sampler.sample(), sampler.sample());
        assertEquals(List.of(0, 2), asked);
    }

    @Test
    void aRankThatHasNotConnectedIsBeforeInit() throws Exception {
        JobSampler none = new JobSampler(JOB, wanted -> {});
        assertEquals("starting", none.sample().state());
    }
}
