package org.jmpi.comm.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.operation.SendMode;

/** Draws the actions of a program. */
final class ProgramGenerator {
    /** The tags of an action; those of messages are in the lower half. */
    private static final int TAGS = 256;

    private static final int MOST_COMMUNICATORS = 7;

    private final Random random;
    private final int ranks;
    private final CommModel world;

    /** The lengths of eager messages end here. */
    private final int eagerBytes;

    /** Each communicator that may be used, with the time of the last step in it at each rank of the world. */
    private final Map<CommModel, long[]> open = new HashMap<>();

    private final Map<CommModel, Neighbours> topologies = new HashMap<>();

    /** The collective operation drawn last in each communicator. */
    private final Map<CommModel, CollectiveModel> latest = new HashMap<>();

    private final List<CommModel> inOrder = new ArrayList<>();

    /** Whether actions make communicators. */
    private boolean makes = true;

    /**
     * @param world the communicator that the program begins with
     * @param ranks of the job
     */
    ProgramGenerator(long seed, CommModel world, int ranks) {
        this.random = new Random(seed * 0x9E3779B97F4A7C15L + ranks);
        this.ranks = ranks;
        this.world = world;
        this.eagerBytes = ProgramSettings.eagerBytes(seed);
        opens(world);
    }

    /** Returns a tag that no other action uses: small ones, and large ones. */
    static int tag(int action, int part) {
        int tag = action * TAGS + part;
        return action % 2 == 0 ? tag : Communicator.TAG_UB - tag;
    }

    List<Action> actions(int length) {
        return actions(0, length);
    }

    private List<Action> actions(int first, int length) {
        List<Action> actions = new ArrayList<>();
        for (int number = first; number < first + length; number++) {
            Action action = action(number);
            actions.add(action);
            action.makes().forEach(this::opens);
            long[] last = open.get(action.comm());
            action.steps(step -> last[step.rank()] = Math.max(last[step.rank()], step.time()));
            if (action instanceof FreeCommunicator) {
                open.remove(action.comm());
                inOrder.remove(action.comm());
            }
        }
        return actions;
    }

    /** Returns actions that make no communicators. */
    List<Action> actionsInOne(int length) {
        makes = false;
        return actions(length);
    }

    /**
     * Returns actions of processes of two worlds, which perhaps disconnect at the end.
     *
     * @param kept a communicator that is not freed
     * @param other one more; null for none
     * @param children the world of the new processes
     * @param first the number of the first action
     * @param processes how many the programs have
     */
    static List<Action> ofTwoWorlds(
            long seed, CommModel kept, CommModel other, CommModel children, int first, int processes, int length) {
        ProgramGenerator generator = new ProgramGenerator(seed, kept, processes);
        if (other != null) generator.opens(other);
        List<Action> actions = generator.actions(first, length);
        CommModel both = other == null ? kept : other;
        if (generator.inOrder.contains(both) && generator.random.nextInt(3) == 0)
            actions.add(new Survival(first + actions.size(), both, processes, generator.after(Action.begin(first))));
        if (generator.random.nextInt(3) == 0) return actions;
        long time = Action.due(lastStep(actions));
        for (CommModel comm : generator.inOrder)
            if (comm != children) actions.add(new Disconnect(first + actions.size(), comm, time));
        return actions;
    }

    /** Returns the time of the last step of some actions. */
    static long lastStep(List<Action> actions) {
        long[] last = new long[1];
        for (Action action : actions) action.steps(step -> last[0] = Math.max(last[0], step.time()));
        return last[0];
    }

    private void opens(CommModel comm) {
        open.put(comm, new long[ranks]);
        inOrder.add(comm);
    }

    private Action action(int number) {
        CommModel comm = inOrder.get(random.nextInt(inOrder.size()));
        int draw = random.nextInt(100);
        if (draw < 36) return batch(number, comm);
        if (draw < 74) return collective(number, comm);
        if (!makes && draw < 88) return collective(number, comm);
        if (draw < 84) return inOrder.size() < MOST_COMMUNICATORS ? make(number, comm) : free(number, comm);
        if (draw < 88) return comm == world ? collective(number, comm) : free(number, comm);
        if (draw < 92) return cancelledReceives(number, comm);
        if (draw < 96) return cancelledSend(number, comm);
        if (draw < 99) return comm.isInter() ? batch(number, comm) : shift(number, comm);
        return new Nothing(number, comm, any(comm.members()));
    }

    private int any(int[] values) {
        return values[random.nextInt(values.length)];
    }

    private <T> T any(T[] values) {
        return values[random.nextInt(values.length)];
    }

    /** Returns a time after another one: the same, or up to eight actions later. */
    private long after(long time) {
        return random.nextInt(5) < 2 ? time : time + random.nextInt((int) (8 * Action.STRIDE));
    }

    private ElementKind kind() {
        return any(ElementKind.values());
    }

    /** Returns the items of a message: a few, or about as many as are sent eagerly. */
    private int count(ElementKind kind, int itemSize) {
        if (kind == ElementKind.OBJECT) return random.nextInt(8);
        int eager = eagerBytes / (kind.type.width() * itemSize);
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> eager;
            case 2 -> eager + 1;
            case 3 -> 3 * eager + random.nextInt(eager + 1);
            default -> random.nextInt(12);
        };
    }

    // ---- point-to-point ----

    /** Which side of a batch waits in its calls. */
    private enum Waits {
        NONE,
        SENDS,
        RECEIVES,
        BOTH
    }

    /** What the receives of a batch name. */
    private enum Names {
        ALL,
        NO_SOURCE,
        SOME_SOURCES,
        SOME_TAGS,
        NOTHING
    }

    private Action batch(int number, CommModel comm) {
        int to = any(comm.members());
        Waits waits = any(Waits.values());
        Names names = makes ? any(Names.values()) : Names.values()[random.nextInt(Names.SOME_TAGS.ordinal())];
        ElementKind kind = kind();
        int itemSize = 1 + random.nextInt(3);
        // More than a match list has without its index, every now and then.
        int size = random.nextInt(12) == 0 ? 34 + random.nextInt(40) : 1 + random.nextInt(5);
        List<Batch.Message> messages = new ArrayList<>();
        for (int i = 0; i < size; i++) messages.add(message(number, comm, to, waits, names, kind, itemSize, size));
        List<Batch.Receive> receives = receives(messages, waits, names, kind, itemSize);
        time(number, messages, receives, waits);
        boolean alone = names == Names.SOME_TAGS || names == Names.NOTHING;
        return new Batch(number, comm, alone, to, kind, messages, receives);
    }

    private Batch.Message message(
            int number, CommModel comm, int to, Waits waits, Names names, ElementKind kind, int itemSize, int size) {
        int from = any(comm.remote(to));
        while (from == to && waits == Waits.BOTH && comm.remote(to).length > 1) from = any(comm.remote(to));
        boolean oneTag = names == Names.NO_SOURCE || names == Names.SOME_SOURCES;
        int tag = tag(number, oneTag ? 0 : random.nextInt(size > 5 ? size : 3));
        SendMode mode = random.nextBoolean() ? SendMode.STANDARD : any(SendMode.values());
        boolean mayBeReady = waits == Waits.NONE || waits == Waits.SENDS;
        if (mode == SendMode.READY && !mayBeReady) mode = SendMode.STANDARD;
        boolean sendWaits = waits == Waits.SENDS || waits == Waits.BOTH;
        // A rank does not wait for itself.
        if (from == to && waits == Waits.BOTH) sendWaits = false;
        if (mode == SendMode.BUFFERED) sendWaits = random.nextBoolean();
        Items items = Items.of(kind, itemSize, random);
        int count = size > 5 ? random.nextInt(4) : count(kind, itemSize);
        return new Batch.Message(from, tag, mode, count, items, 0, sendWaits);
    }

    private List<Batch.Receive> receives(
            List<Batch.Message> messages, Waits waits, Names names, ElementKind kind, int itemSize) {
        int room = messages.stream().mapToInt(Batch.Message::count).max().orElseThrow() + random.nextInt(2);
        List<Batch.Message> left = new ArrayList<>(messages);
        int named = names == Names.SOME_SOURCES ? random.nextInt(left.size() + 1) : 0;
        List<Batch.Receive> receives = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            boolean anySource =
                    names == Names.NO_SOURCE || names == Names.NOTHING || names == Names.SOME_SOURCES && i >= named;
            boolean anyTag = names == Names.NOTHING
                    || names == Names.SOME_TAGS && random.nextInt(messages.size() > 5 ? 12 : 2) == 0;
            Batch.Message meant = left.get(waits == Waits.BOTH ? 0 : random.nextInt(left.size()));
            Batch.Receive receive = new Batch.Receive(
                    anySource ? Communicator.ANY_SOURCE : meant.from(),
                    anyTag ? Communicator.ANY_TAG : meant.tag(),
                    way(waits),
                    room,
                    Items.of(kind, itemSize, random),
                    0);
            receives.add(receive);
            // The oldest that fits, as the engine does: so each receive gets one.
            left.remove(left.stream()
                    .filter(message -> Matching.fits(message, receive))
                    .findFirst()
                    .orElseThrow());
        }
        return receives;
    }

    private Batch.Way way(Waits waits) {
        return switch (waits) {
            case NONE, SENDS -> Batch.Way.IRECV;
            case RECEIVES -> any(Batch.Way.values());
            case BOTH -> any(new Batch.Way[] {Batch.Way.RECV, Batch.Way.PROBE, Batch.Way.IPROBE});
        };
    }

    /** Gives messages and receives their times: a side that waits comes after the other one has started. */
    private void time(int number, List<Batch.Message> messages, List<Batch.Receive> receives, Waits waits) {
        long begin = Action.begin(number);
        long both = after(begin);
        long sent = waits == Waits.BOTH ? both : timeSends(begin, messages, both, waits, false);
        long next = waits == Waits.RECEIVES ? sent : waits == Waits.BOTH ? both : begin;
        for (int i = 0; i < receives.size(); i++) {
            if (waits != Waits.BOTH) next = after(next);
            Batch.Receive receive = receives.get(i);
            receives.set(
                    i,
                    new Batch.Receive(
                            receive.from(), receive.tag(), receive.way(), receive.room(), receive.items(), next));
        }
        if (waits == Waits.BOTH) timeSends(both, messages, both, waits, true);
        else if (waits == Waits.SENDS) timeSends(next, messages, next, waits, false);
        else timeReady(messages, next);
    }

    private long timeSends(long begin, List<Batch.Message> messages, long at, Waits waits, boolean together) {
        Map<Integer, Long> last = new HashMap<>();
        long most = begin;
        for (int i = 0; i < messages.size(); i++) {
            Batch.Message message = messages.get(i);
            long time = together ? at : after(last.getOrDefault(message.from(), begin));
            last.put(message.from(), time);
            most = Math.max(most, time);
            messages.set(i, message.at(time));
        }
        return most;
    }

    /** Puts messages in ready mode, and those of their senders after them, after the last receive is posted. */
    private static void timeReady(List<Batch.Message> messages, long posted) {
        Map<Integer, Long> least = new HashMap<>();
        for (int i = 0; i < messages.size(); i++) {
            Batch.Message message = messages.get(i);
            if (message.mode() == SendMode.READY) least.put(message.from(), posted);
            messages.set(i, message.at(Math.max(message.time(), least.getOrDefault(message.from(), 0L))));
        }
    }

    private Action cancelledReceives(int number, CommModel comm) {
        int to = any(comm.members());
        int receives = 1 + random.nextInt(3);
        int[] messages = new int[random.nextInt(receives + 1)];
        for (int i = 0; i < messages.length; i++) messages[i] = count(ElementKind.INT, 1);
        long begin = Action.begin(number);
        boolean anySource = random.nextBoolean();
        return new CancelledReceives(
                number, comm, any(comm.remote(to)), to, anySource, receives, messages, after(begin), after(begin));
    }

    private Action cancelledSend(int number, CommModel comm) {
        int to = any(comm.members());
        int from = any(comm.remote(to));
        if (from == to) return new Nothing(number, comm, to);
        SendMode mode = random.nextBoolean() ? SendMode.STANDARD : SendMode.SYNCHRONOUS;
        long cancelled = after(Action.begin(number));
        return new CancelledSend(
                number,
                comm,
                from,
                to,
                mode,
                count(ElementKind.INT, 1),
                random.nextBoolean(),
                cancelled,
                after(cancelled));
    }

    private Action shift(int number, CommModel comm) {
        int[] ring = some(comm.group());
        ElementKind kind = kind();
        int itemSize = 1 + random.nextInt(3);
        boolean replaces = random.nextBoolean();
        int[] counts = new int[ring.length];
        Items[] items = new Items[ring.length];
        for (int i = 0; i < ring.length; i++) {
            counts[i] = i > 0 && replaces ? counts[0] : count(kind, itemSize);
            items[i] = Items.of(kind, itemSize, random);
        }
        return new Shift(number, comm, ring, kind, counts, items, replaces);
    }

    /** Returns some of the values, at least one, in any order. */
    private int[] some(int[] values) {
        List<Integer> shuffled = shuffled(values);
        return shuffled.stream()
                .limit(1 + random.nextInt(values.length))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private List<Integer> shuffled(int[] values) {
        List<Integer> shuffled = new ArrayList<>(Arrays.stream(values).boxed().toList());
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    // ---- communicators ----

    private Action free(int number, CommModel comm) {
        if (comm == world) return new Nothing(number, comm, any(comm.members()));
        long[] times = new long[ranks];
        for (int rank = 0; rank < ranks; rank++)
            times[rank] = after(Math.max(Action.begin(number), open.get(comm)[rank]));
        return new FreeCommunicator(number, comm, times);
    }

    private Action make(int number, CommModel parent) {
        MakeCommunicators.Way way = way(parent);
        String name = way.name().toLowerCase(Locale.ROOT) + number;
        List<CommModel> made = switch (way) {
            case DUP -> List.of(new CommModel(name, number, parent.group(), parent.other()));
            case SPLIT -> split(name, number, parent);
            case CREATE -> List.of(new CommModel(name, number, some(parent.group()), null));
            case INTER -> List.of(halves(name, number, parent));
            case MERGE -> List.of(new CommModel(name, number, parent.members(), null));
        };
        return new MakeCommunicators(number, parent, way, made);
    }

    private MakeCommunicators.Way way(CommModel parent) {
        if (parent.isInter()) return random.nextBoolean() ? MakeCommunicators.Way.DUP : MakeCommunicators.Way.MERGE;
        MakeCommunicators.Way way = MakeCommunicators.Way.values()[random.nextInt(4)];
        return way == MakeCommunicators.Way.INTER && parent.group().length == 1 ? MakeCommunicators.Way.DUP : way;
    }

    private List<CommModel> split(String name, int number, CommModel parent) {
        List<List<Integer>> groups = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int member : shuffled(parent.group()))
            groups.get(random.nextInt(3)).add(member);
        List<CommModel> made = new ArrayList<>();
        // The members of the last group join none.
        for (int colour = 0; colour < 2; colour++)
            if (!groups.get(colour).isEmpty())
                made.add(new CommModel(name + (char) ('a' + colour), number, ints(groups.get(colour)), null));
        return made;
    }

    private CommModel halves(String name, int number, CommModel parent) {
        List<Integer> members = shuffled(parent.group());
        int first = 1 + random.nextInt(members.size() - 1);
        return new CommModel(
                name, number, ints(members.subList(0, first)), ints(members.subList(first, members.size())));
    }

    private static int[] ints(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    // ---- collective operations ----

    private Action collective(int number, CommModel comm) {
        CollectiveModel earlier = latest.get(comm);
        CollectiveModel model = earlier != null && random.nextInt(3) == 0 ? again(earlier) : model(comm);
        latest.put(comm, model);
        CollectiveAction.Form form = any(CollectiveAction.Form.values());
        return new CollectiveAction(number, model, form, starts(number, form));
    }

    private CollectiveModel again(CollectiveModel earlier) {
        Reduction reduction = earlier.reduction();
        if (reduction != null) {
            Reduction other = reduction();
            if (other.isFor(earlier.kind())) reduction = other;
        }
        return earlier.again(reduction, random.nextInt());
    }

    /** Returns an operator: now and then the program's own, which is for few types and does not commute. */
    private Reduction reduction() {
        return random.nextInt(3) == 0 ? Reduction.AFFINE : any(Reduction.values());
    }

    private CollectiveModel model(CommModel comm) {
        Operation operation = any(Operation.values());
        while (comm.isInter() && !operation.isOfInter()) operation = any(Operation.values());
        ElementKind kind = kind();
        Reduction reduction = null;
        while (operation.reduces() && (reduction == null || !reduction.isFor(kind))) {
            kind = kind();
            reduction = reduction();
        }
        int itemSize = kind == ElementKind.OBJECT && operation.reduces() ? 1 : 1 + random.nextInt(3);
        return new CollectiveModel(
                comm,
                operation,
                kind,
                itemSize,
                count(kind, itemSize),
                random.nextInt(1000),
                any(comm.members()),
                operation.mayBeInPlace() && random.nextInt(4) == 0,
                reduction,
                operation.isAmongNeighbours() ? neighbours(comm) : null,
                random.nextInt());
    }

    /** Returns the topology of a communicator, which has one. */
    private Neighbours neighbours(CommModel comm) {
        int size = comm.group().length;
        return topologies.computeIfAbsent(
                comm, any -> random.nextBoolean() ? Neighbours.grid(size, random) : Neighbours.graph(size, random));
    }

    private long[][] starts(int number, CollectiveAction.Form form) {
        long[][] starts = new long[form == CollectiveAction.Form.PERSISTENT ? 1 + random.nextInt(3) : 0][ranks];
        long least = Action.begin(number);
        for (long[] ofIteration : starts) {
            for (int rank = 0; rank < ranks; rank++) ofIteration[rank] = after(least);
            least = CollectiveAction.due(ofIteration);
        }
        return starts;
    }
}
