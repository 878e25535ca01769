package org.jmpi.comm.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.control.BlockedCall;
import org.jmpi.comm.events.Unreceived;
import org.jmpi.comm.match.Pattern;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.progress.Wait;
import org.jmpi.comm.window.OpenWindows;

/** Says of one rank which calls wait for which ranks. */
public final class BlockedCalls {
    private final int rank;
    private final int size;
    private final Process process;
    private final ProgressEngine engine;
    private final OpenWindows windows;

    /**
     * @param rank this rank
     * @param size the number of ranks in the world
     * @param process what this rank's communicators share
     */
    public BlockedCalls(int rank, int size, Process process) {
        this.rank = rank;
        this.size = size;
        this.process = process;
        this.engine = process.engine();
        this.windows = new OpenWindows(process);
    }

    /**
     * {@return the calls in which threads of this rank wait now, and those of other ranks that wait for a lock of this
     * rank's memory}
     */
    public List<BlockedCall> now() {
        List<BlockedCall> calls = new ArrayList<>();
        for (Wait wait : engine.leader().waits()) {
            Completion completion = wait.completion();
            Set<Integer> awaited = awaited(completion);
            BlockedCall call = new BlockedCall(
                    rank,
                    name(wait),
                    isCollective(completion),
                    known(awaited),
                    engine.scheduler().nanoTime() - wait.since(),
                    nearest(wait, awaited));
            // A request that is over may be another operation's by now.
            if (engine.leader().waits().contains(wait)) calls.add(call);
        }
        for (OpenWindows.LockWait wait : windows.lockWaits()) if (wait.rank() < size) calls.add(call(wait));
        return calls;
    }

    private String nearest(Wait wait, Set<Integer> awaited) {
        boolean goesOn = awaited.isEmpty() && !wait.completion().parts().isEmpty();
        if (goesOn) return "";
        boolean isOutside = awaited.stream().allMatch(peer -> peer >= size);
        return isOutside
                ? "waits in " + name(wait) + " for processes outside of this job"
                : known(awaited).isEmpty() ? "" : nearest(wait.completion());
    }

    private BlockedCall call(OpenWindows.LockWait wait) {
        Communicator comm = process.communicator(wait.window());
        int target = comm == null ? Communicator.UNDEFINED : comm.rank();
        return new BlockedCall(
                wait.rank(),
                OpenWindows.lockCall(target) + where(wait.window()),
                false,
                known(wait.holders()),
                engine.scheduler().nanoTime() - wait.since(),
                "");
    }

    private String name(Wait wait) {
        List<String> calls = wait.completion().parts().stream()
                .map(part -> name(part, wait.call()))
                .toList();
        return wait.completion().describe(calls);
    }

    private String name(Completion part, String call) {
        if (part.context() == Completion.NO_CONTEXT) return part.describe(call, IntUnaryOperator.identity());
        Communicator comm = process.communicator(part.context());
        String name = comm == null ? "a call" : part.describe(call, comm.remoteGroup()::rankOf);
        return name + where(part.context());
    }

    private String where(int context) {
        int base = context & ~1;
        String state = engine.inbox().revocation(base) == null ? "" : " (revoked)";
        if (base == process.contextIds().world()) return state.isEmpty() ? "" : " on COMM_WORLD" + state;
        return (base == process.contextIds().self() ? " on COMM_SELF" : place(base)) + state;
    }

    private String place(int context) {
        Communicator comm = process.communicator(context);
        String given = comm == null || comm.name().isEmpty() ? "" : " (" + comm.name() + ")";
        return (windows.contains(context) ? " on window " : " on communicator ") + context + given;
    }

    private boolean isCollective(Completion completion) {
        Communicator comm = process.communicator(completion.context());
        return comm != null && comm.isCollective(completion.context());
    }

    private String nearest(Completion completion) {
        List<Unreceived> here = engine.inbox().unreceived();
        return completion.parts().stream()
                .map(part -> nearest(part, here))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElseGet(this::leftBehind);
    }

    /** Names a message of a collective call that this rank has left: its sender has named another root. */
    private String leftBehind() {
        for (Unreceived message : engine.inbox().unreceivedOfCollectives()) {
            Communicator comm = process.communicator(message.context());
            String text = comm == null ? "" : comm.collectives().leftBehind(message);
            if (!text.isEmpty())
                return "never received the message from rank " + message.source() + " " + text
                        + where(message.context()) + ": did every rank name the same root?";
        }
        return "";
    }

    /** Names a message that differs in one thing: its tag, its source, or its communicator. */
    private String nearest(Completion awaited, List<Unreceived> here) {
        Pattern<?> wanted = awaited.pattern();
        if (wanted == null || process.communicator(awaited.context()) == null) return "";
        int source = wanted.source();
        int tag = wanted.tag();
        int context = awaited.context();
        List<Predicate<Unreceived>> ways = List.of(
                message -> message.context() == context && (source == Pattern.ANY || message.source() == source),
                message -> message.context() == context && (tag == Pattern.ANY || message.tag() == tag),
                message -> message.context() != context
                        && (source == Pattern.ANY || message.peer() == awaited.peer())
                        && (tag == Pattern.ANY || message.tag() == tag));
        for (Predicate<Unreceived> way : ways) {
            List<Unreceived> near = here.stream().filter(way).toList();
            if (near.isEmpty()) continue;
            Unreceived first = near.get(0);
            boolean elsewhere = first.context() != context;
            String others = near.size() > 1 ? ", and " + (near.size() - 1) + " more" : "";
            return "waits for " + (tag == Pattern.ANY ? "any tag" : "tag " + tag) + " from "
                    + (source == Pattern.ANY ? "any rank" : "rank " + source) + on(context, elsewhere)
                    + "; a message with tag " + first.tag() + " from rank " + first.source()
                    + on(first.context(), elsewhere) + " is here" + others;
        }
        return "";
    }

    private String on(int context, boolean elsewhere) {
        if (!elsewhere) return "";
        String where = where(context);
        return where.isEmpty() ? " on COMM_WORLD" : where;
    }

    private Set<Integer> awaited(Completion completion) {
        Set<Integer> ranks = new LinkedHashSet<>();
        for (Completion part : completion.parts()) {
            // It goes on already: its message is on its way.
            if (!engine.inbox().isUnanswered(part)) return Set.of();
            ranks.addAll(awaitedBy(part));
        }
        return ranks;
    }

    /** The launcher knows no processes of other worlds. */
    private List<Integer> known(Collection<Integer> ranks) {
        if (ranks.stream().anyMatch(peer -> peer >= size)) return List.of();
        return ranks.stream().sorted().toList();
    }

    private List<Integer> awaitedBy(Completion awaited) {
        int peer = awaited.peer();
        if (peer != RecvRequest.ANY_PEER) return List.of(peer);
        Communicator comm = process.communicator(awaited.context());
        IntStream members = comm == null
                ? IntStream.range(0, size)
                : IntStream.of(comm.remoteGroup().worldRanks());
        List<Integer> others =
                members.filter(peerRank -> peerRank != rank).boxed().toList();
        return others.isEmpty() ? List.of(rank) : others;
    }
}
