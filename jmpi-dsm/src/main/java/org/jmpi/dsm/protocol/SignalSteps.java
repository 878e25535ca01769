package org.jmpi.dsm.protocol;

import java.util.concurrent.CompletableFuture;

/** Has the manager of a lock wake ranks; over when it has, so that signals have the order of their calls. */
final class SignalSteps implements Steps {
    private final Protocol protocol;
    private final int lock;
    private final int condition;
    private final boolean all;
    private boolean asked;

    SignalSteps(Protocol protocol, int lock, int condition, boolean all) {
        this.protocol = protocol;
        this.lock = lock;
        this.condition = condition;
        this.all = all;
    }

    @Override
    public CompletableFuture<?> next() {
        if (asked) return null;
        asked = true;
        Question question = all ? Question.BROADCAST : Question.SIGNAL;
        return protocol.ask(protocol.manager(lock), question, Numbers.of(lock, condition));
    }

    @Override
    public String awaited() {
        return "the receipt of a signal of lock " + lock;
    }

    @Override
    public int peer() {
        return protocol.manager(lock);
    }
}
