package org.jmpi.dsm.protocol;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** Meets the other ranks, learns what they have changed, and perhaps collects. */
final class BarrierSteps implements Steps {
    private enum Stage {
        ARRIVING,
        ARRIVED,
        KEEPING,
        KEPT
    }

    private final Protocol protocol;
    private final int barrier;
    private Stage stage = Stage.ARRIVING;
    private CompletableFuture<ByteBuffer> answer;
    private FetchSteps fetch;

    BarrierSteps(Protocol protocol, int barrier) {
        this.protocol = protocol;
        this.barrier = barrier;
    }

    @Override
    public CompletableFuture<?> next() {
        switch (stage) {
            case ARRIVING:
                stage = Stage.ARRIVED;
                return ask(Question.ARRIVE, protocol.arrival(barrier));
            case ARRIVED:
                if (!protocol.depart(answer.join())) return null;
                fetch = new FetchSteps(protocol, protocol.keep());
                stage = Stage.KEEPING;
                return keep();
            case KEEPING:
                return keep();
            default:
                protocol.collect();
                return null;
        }
    }

    private CompletableFuture<?> keep() {
        CompletableFuture<?> missing = fetch.next();
        if (missing != null) return missing;
        stage = Stage.KEPT;
        return ask(Question.KEPT, Numbers.of(barrier));
    }

    private CompletableFuture<?> ask(Question question, ByteBuffer payload) {
        answer = protocol.ask(protocol.manager(barrier), question, payload);
        return answer;
    }

    @Override
    public String awaited() {
        return "barrier " + barrier;
    }
}
