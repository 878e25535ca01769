package org.jmpi.comm.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.events.Unreceived;
import org.jmpi.comm.match.Pattern;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.progress.Wait;
import org.jmpi.comm.request.AnyOf;
import org.jmpi.comm.request.Completion;
import org.jmpi.comm.request.CompositeRequest;
import org.jmpi.comm.request.PeerCompletion;
import org.jmpi.comm.request.ProbeRequest;
import org.jmpi.comm.request.RecvRequest;
import org.jmpi.comm.request.Request;
import org.jmpi.comm.request.SendRequest;
import org.jmpi.comm.schedule.ScheduleExecution;

/** Says of one rank which calls wait for which ranks. */
public final class BlockedCalls {
    private static final int MOST_NAMED = 4;

    private final int rank;
    private final int size;
    private final Process process;
    private final ProgressEngine engine;

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
    }

    /** {@return the calls in which threads of this rank wait now} */
    public List<BlockedCall> now() {
        List<BlockedCall> calls = new ArrayList<>();
        for (Wait wait : engine.waits()) {
            Completion completion = wait.completion();
            BlockedCall call = new BlockedCall(
                    rank,
                    name(wait),
                    isCollective(completion),
                    awaited(completion),
                    engine.scheduler().nanoTime() - wait.since(),
                    nearest(completion));
            // A request that is over may be another operation's by now.
            if (engine.waits().contains(wait)) calls.add(call);
        }
        return calls;
    }

    private String name(Wait wait) {
        if (!(wait.completion() instanceof AnyOf any)) return name((PeerCompletion) wait.completion(), wait.call());
        String names = any.requests().stream()
                .limit(MOST_NAMED)
                .map(request -> name(request, any.call()))
                .collect(Collectors.joining(", "));
        return any.call() + "(" + names + (any.requests().size() > MOST_NAMED ? ", ...)" : ")");
    }

    /** A Sendrecv waits for a send and a receive; other calls are named by what they wait for. */
    private String name(PeerCompletion request, String call) {
        int context = request.context();
        Communicator comm = process.communicator(context);
        String where = where(context);
        if (comm == null) return "a call" + where;
        if (request instanceof ScheduleExecution collective) return collective.name() + where;
        if (comm.isCollective(context)) return comm.collectiveCall() + where;
        boolean isExchange = Events.SENDRECV.equals(call);
        if (request instanceof SendRequest send)
            return (isExchange ? call : send.mode().call()) + "(dest="
                    + comm.remoteGroup().rankOf(send.peer()) + ", tag=" + send.messageTag() + ")" + where;
        if (request instanceof RecvRequest receive)
            return (isExchange ? call : "Recv")
                    + wanted(receive.pattern().source(), receive.pattern().tag())
                    + where;
        ProbeRequest probe = (ProbeRequest) request;
        return "Probe" + wanted(probe.wantedSource(), probe.wantedTag()) + where;
    }

    private static String wanted(int source, int tag) {
        return "(source=" + (source == Pattern.ANY ? "ANY_SOURCE" : source) + ", tag="
                + (tag == Pattern.ANY ? "ANY_TAG" : tag) + ")";
    }

    private String where(int context) {
        int base = context & ~1;
        if (base == process.contextIds().world()) return "";
        return base == process.contextIds().self() ? " on COMM_SELF" : " on communicator " + base;
    }

    private static List<? extends PeerCompletion> requests(Completion completion) {
        return completion instanceof AnyOf any ? any.requests() : List.of((PeerCompletion) completion);
    }

    private boolean isCollective(Completion completion) {
        if (completion instanceof AnyOf) return false;
        int context = ((PeerCompletion) completion).context();
        Communicator comm = process.communicator(context);
        return comm != null && comm.isCollective(context);
    }

    private String nearest(Completion completion) {
        List<Unreceived> here = engine.unreceived(0);
        return requests(completion).stream()
                .map(request -> nearest(request, here))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElseGet(this::leftBehind);
    }

    /** Names a message of a collective call that this rank has left: its sender has named another root. */
    private String leftBehind() {
        for (Unreceived message : engine.unreceivedOfCollectives()) {
            Communicator comm = process.communicator(message.context());
            String text = comm == null ? "" : comm.collectives().leftBehind(message);
            if (!text.isEmpty())
                return "never received the message from rank " + message.source() + " " + text
                        + where(message.context()) + ": did every rank name the same root?";
        }
        return "";
    }

    private String nearest(PeerCompletion awaited, List<Unreceived> here) {
        Communicator comm = process.communicator(awaited.context());
        if (comm == null || comm.isCollective(awaited.context())) return "";
        if (awaited instanceof RecvRequest receive)
            return nearest(
                    receive, receive.pattern().source(), receive.pattern().tag(), here);
        return awaited instanceof ProbeRequest probe
                ? nearest(probe, probe.wantedSource(), probe.wantedTag(), here)
                : "";
    }

    /** Names a message that differs in one thing: its tag, its source, or its communicator. */
    private String nearest(PeerCompletion awaited, int source, int tag, List<Unreceived> here) {
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

    private List<Integer> awaited(Completion completion) {
        Set<Integer> ranks = new LinkedHashSet<>();
        for (PeerCompletion request : requests(completion)) {
            // It goes on already: its message is on its way.
            if (!isUnanswered(request)) return List.of();
            ranks.addAll(awaitedBy(request));
        }
        return ranks.stream().sorted().toList();
    }

    private boolean isUnanswered(PeerCompletion awaited) {
        if (awaited instanceof CompositeRequest composite) {
            Request message = composite.awaited();
            return message != null && engine.isUnanswered(message);
        }
        return awaited instanceof Request request ? engine.isUnanswered(request) : !awaited.isDone();
    }

    private List<Integer> awaitedBy(PeerCompletion request) {
        int peer = request.peer();
        if (peer != RecvRequest.ANY_PEER) return List.of(peer);
        Communicator comm = process.communicator(request.context());
        IntStream members = comm == null
                ? IntStream.range(0, size)
                : IntStream.of(comm.remoteGroup().worldRanks());
        List<Integer> others =
                members.filter(peerRank -> peerRank != rank).boxed().toList();
        return others.isEmpty() ? List.of(rank) : others;
    }
}
