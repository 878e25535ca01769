package org.jmpi.comm.bootstrap;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.comm.context.CommContext;
import org.jmpi.comm.context.LocalProcess;
import org.jmpi.comm.match.Pattern;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.progress.Wait;
import org.jmpi.comm.request.AnyOf;
import org.jmpi.comm.request.Awaited;
import org.jmpi.comm.request.Completion;
import org.jmpi.comm.request.ProbeRequest;
import org.jmpi.comm.request.RecvRequest;
import org.jmpi.comm.request.Request;
import org.jmpi.comm.request.SendRequest;

/** Says of one rank which calls wait for which ranks. */
final class BlockedCalls {
    private static final int MOST_NAMED = 4;

    private final World world;
    private final LocalProcess process;
    private final ProgressEngine engine;

    BlockedCalls(World world) {
        this.world = world;
        this.process = world.process();
        this.engine = process.engine();
    }

    List<BlockedCall> now() {
        List<BlockedCall> calls = new ArrayList<>();
        for (Wait wait : engine.waits()) {
            BlockedCall call = new BlockedCall(
                    world.rank(),
                    name(wait.completion()),
                    awaited(wait.completion()),
                    System.nanoTime() - wait.since());
            // A request that is over may be another operation's by now.
            if (engine.waits().contains(wait)) calls.add(call);
        }
        return calls;
    }

    private String name(Completion completion) {
        if (!(completion instanceof AnyOf any)) return name((Awaited) completion);
        String names = any.requests().stream().limit(MOST_NAMED).map(this::name).collect(Collectors.joining(", "));
        return any.call() + "(" + names + (any.requests().size() > MOST_NAMED ? ", ...)" : ")");
    }

    private String name(Awaited request) {
        int context = request.context();
        CommContext comm = process.communicator(context);
        String where = where(context);
        if (comm == null) return "a call" + where;
        if (comm.isCollective(context)) return comm.collectiveCall() + where;
        if (request instanceof SendRequest send)
            return send.mode().call() + "(dest=" + comm.remoteGroup().rankOf(send.peer()) + ", tag=" + send.messageTag()
                    + ")" + where;
        if (request instanceof RecvRequest receive)
            return "Recv" + wanted(receive.pattern().source(), receive.pattern().tag()) + where;
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

    private List<Integer> awaited(Completion completion) {
        List<? extends Awaited> all = completion instanceof AnyOf any ? any.requests() : List.of((Awaited) completion);
        Set<Integer> ranks = new LinkedHashSet<>();
        for (Awaited request : all) {
            // It goes on already: its message is on its way.
            if (!isUnanswered(request)) return List.of();
            ranks.addAll(awaitedBy(request));
        }
        return ranks.stream().sorted().toList();
    }

    private boolean isUnanswered(Awaited awaited) {
        return awaited instanceof Request request ? engine.isUnanswered(request) : !awaited.isDone();
    }

    private List<Integer> awaitedBy(Awaited request) {
        int peer = request.peer();
        if (peer != RecvRequest.ANY_PEER) return List.of(peer);
        CommContext comm = process.communicator(request.context());
        IntStream members = comm == null
                ? IntStream.range(0, world.size())
                : IntStream.of(comm.remoteGroup().worldRanks());
        List<Integer> others =
                members.filter(rank -> rank != world.rank()).boxed().toList();
        return others.isEmpty() ? List.of(world.rank()) : others;
    }
}
