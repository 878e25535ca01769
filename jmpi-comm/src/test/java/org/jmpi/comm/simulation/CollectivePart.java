package org.jmpi.comm.simulation;

import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.CollectiveOperation;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.simulation.Piece.Row;

/** The buffers of one rank in a collective operation, and what the model expects in them. */
final class CollectivePart {
    private static final UserBuffer NONE = new UserBuffer(null, 0, 0, null);
    private static final UserBuffer IN_PLACE = new UserBuffer(CollectiveOperation.IN_PLACE, 0, 0, null);

    /** How many guards are at least between the buffers if they are in one array. */
    private static final int GAP = 3;

    /** The value of an element of a rank's block. */
    interface Values {
        long of(int from, int part, int iteration, int element);
    }

    private final CollectiveModel model;
    private final int rank;
    private final Values values;
    private final Reducer reducer;
    private final Row given;
    private final Row taken;
    private final boolean inPlace;
    private final GuardedBuffer send;
    private final GuardedBuffer take;

    CollectivePart(CollectiveModel model, int rank, Values values) {
        this.model = model;
        this.rank = rank;
        this.values = values;
        this.reducer = model.reduction() == null ? null : model.reduction().reducer(model.kind());
        this.inPlace = model.isInPlace(rank);
        // Ranks describe blocks differently, but those of a reduction: its operator gets the datatype.
        Random random = new Random(model.salt() * 31L + (model.operation().reduces() ? 0 : rank + 1));
        if (model.operation().reduces()) {
            Items items = model.kind() == ElementKind.OBJECT
                    ? Items.adjacent(model.kind(), 1)
                    : Items.of(model.kind(), model.itemSize(), random);
            this.given = Row.of(model.given(rank), items);
            this.taken = Row.of(List.of(new Piece(-1, 0, mostTaken())), items);
        } else {
            this.given = row(model.given(rank), random);
            this.taken = row(model.taken(rank), random);
        }
        Random places = new Random(model.places() * 31L + rank);
        int sent = 1 + places.nextInt(4);
        int received = 1 + places.nextInt(4);
        int gap = given.span() + GAP;
        boolean inOneArray = places.nextInt(3) == 0;
        this.send = new GuardedBuffer(model.kind(), sent, inOneArray ? gap + received + taken.span() : given.span());
        this.take =
                inOneArray ? send.from(sent + gap + received) : new GuardedBuffer(model.kind(), received, taken.span());
    }

    private Row row(List<Piece> pieces, Random random) {
        return Row.of(model.operation().counts, pieces, model.kind(), model.itemSize(), random);
    }

    /** Returns the items that the receive buffer of a reduction has room for: an operand in place, or a result. */
    private int mostTaken() {
        return inPlace ? model.given(rank).get(0).count() : model.resultCount(rank);
    }

    // ---- the model ----

    /** Writes what this rank gives, and expects what it gets. */
    void prepare(int iteration) {
        send.clear();
        take.clear();
        for (int i = 0; i < given.pieces().size(); i++) give(i, iteration);
        for (int i = 0; i < taken.pieces().size(); i++) {
            Piece piece = taken.pieces().get(i);
            boolean stays = piece.from() < 0 || isOwnInScatter();
            if (!stays) take.expect(taken.at(i), taken.items(i), piece.count(), element(piece, iteration));
        }
        if (model.operation().reduces()) expectResult(iteration);
    }

    private boolean isOwnInScatter() {
        return inPlace && !model.operation().reduces() && givesByScatter();
    }

    private boolean givesByScatter() {
        return model.operation() == Operation.SCATTER || model.operation() == Operation.SCATTERV;
    }

    private void give(int index, int iteration) {
        Piece piece = given.pieces().get(index);
        if (piece.from() < 0) return;
        if (!inPlace || givesByScatter()) {
            send.write(given.at(index), given.items(index), piece.count(), element(piece, iteration));
            return;
        }
        int at = placeOf(index);
        take.write(taken.at(at), taken.items(at), piece.count(), element(piece, iteration));
    }

    /** Returns the place of a block that this rank gives, among those that it takes. */
    private int placeOf(int index) {
        return switch (model.operation()) {
            case GATHER, GATHERV, ALLGATHER, ALLGATHERV -> model.comm().rank(rank);
            default -> index;
        };
    }

    private IntToLongFunction element(Piece piece, int iteration) {
        return i -> values.of(piece.from(), piece.part(), iteration, i);
    }

    private void expectResult(int iteration) {
        int[] operands = model.operands(rank);
        if (operands.length == 0) return;
        int first = model.resultAt(rank) * model.itemSize();
        take.expect(0, taken.items(0), model.resultCount(rank), i -> combined(operands, iteration, first + i));
    }

    private long combined(int[] operands, int iteration, int element) {
        ElementKind kind = model.kind();
        long result = kind.canonical(values.of(operands[0], 0, iteration, element));
        for (int i = 1; i < operands.length; i++)
            result = model.reduction()
                    .combine(kind, result, kind.canonical(values.of(operands[i], 0, iteration, element)));
        return result;
    }

    /** Expects what the buffers hold now. */
    void keep() {
        send.keep();
        take.keep();
    }

    /** Fails if a buffer does not hold what the model expects. */
    void check(String what) {
        if (inPlace && model.scatters()) {
            // The rest of the operand may be overwritten.
            Items items = taken.items(0);
            int result = model.resultCount(rank);
            int rest = taken.pieces().get(0).count() - result;
            take.accept(result * items.extent(), items, rest);
        }
        take.check("receive buffer of " + what);
        send.check("send buffer of " + what);
    }

    // ---- the engine's view ----

    /** Returns which operation the engine is to run. */
    CollectiveKind kind() {
        return CollectiveKind.valueOf(model.operation().name().replace("NEIGHBOR_", ""));
    }

    /** Returns this rank's root argument. */
    int root() {
        if (!model.operation().hasRoot()) return 0;
        if (!model.comm().isInter()) return model.comm().rank(model.root());
        if (rank == model.root()) return Communicator.ROOT;
        boolean faces = model.comm().own(rank) != model.comm().own(model.root());
        return faces ? model.comm().rank(model.root()) : Communicator.PROC_NULL;
    }

    /** Sets an operation to this rank's buffers. */
    CollectiveOperation set(CollectiveOperation operation) {
        if (model.edges() != null) operation.among(model.edges().of(model.comm().rank(rank)));
        Operation called = model.operation();
        if (called == Operation.BARRIER) return operation;
        if (called == Operation.BCAST)
            return send(operation, rank == model.root() ? blocks(send, given) : blocks(take, taken));
        if (called.reduces()) return setReduction(operation);
        setSent(operation);
        setReceived(operation);
        return operation;
    }

    private static CollectiveOperation send(CollectiveOperation operation, UserBuffer buffer) {
        return operation.send(buffer);
    }

    private static CollectiveOperation receive(CollectiveOperation operation, UserBuffer buffer) {
        return operation.receive(buffer);
    }

    private void setSent(CollectiveOperation operation) {
        UserBuffer buffer = inPlace && !givesByScatter() ? IN_PLACE : blocks(send, given);
        switch (model.operation()) {
            case SCATTERV, ALLTOALLV, NEIGHBOR_ALLTOALLV ->
                operation.send(
                        new UserBuffer(buffer.array(), buffer.offset(), 0, buffer.type()),
                        given.counts(),
                        given.displacements());
            case ALLTOALLW, NEIGHBOR_ALLTOALLW ->
                operation.send(
                        new UserBuffer(buffer.array(), buffer.offset(), 0, null),
                        given.counts(),
                        given.displacements(),
                        given.items(),
                        Items::handle);
            default -> send(operation, buffer);
        }
    }

    private void setReceived(CollectiveOperation operation) {
        UserBuffer buffer = inPlace && givesByScatter() ? IN_PLACE : blocks(take, taken);
        int[] counts = taken.counts();
        int[] displacements = taken.displacements();
        switch (model.operation()) {
            case GATHERV, ALLGATHERV, ALLTOALLV, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALLV ->
                operation.receive(
                        new UserBuffer(buffer.array(), buffer.offset(), 0, buffer.type()), counts, displacements);
            case ALLTOALLW, NEIGHBOR_ALLTOALLW ->
                operation.receive(
                        new UserBuffer(buffer.array(), buffer.offset(), 0, null),
                        counts,
                        displacements,
                        taken.items(),
                        Items::handle);
            default -> receive(operation, buffer);
        }
    }

    private CollectiveOperation setReduction(CollectiveOperation operation) {
        UserBuffer own = inPlace ? IN_PLACE : blocks(send, given);
        boolean takes = inPlace || model.operands(rank).length > 0;
        UserBuffer nowhere = new UserBuffer(null, 0, model.count(), taken.type());
        receive(operation.op(reducer), takes ? take.items(taken.items(0), resultArgument()) : nowhere);
        return switch (model.operation()) {
            case REDUCE_SCATTER ->
                operation.send(new UserBuffer(own.array(), own.offset(), 0, taken.type()), model.parts(rank), null);
            case REDUCE_SCATTER_BLOCK ->
                operation.send(new UserBuffer(own.array(), own.offset(), model.parts(rank)[0], taken.type()));
            default -> send(operation, own);
        };
    }

    /** Returns the count that a program gives with the receive buffer of a reduction. */
    private int resultArgument() {
        return model.scatters() ? model.resultCount(rank) : model.count();
    }

    /** Returns a buffer, or nothing where none counts; that of a rank without neighbours does. */
    private UserBuffer blocks(GuardedBuffer buffer, Row row) {
        if (!row.pieces().isEmpty()) return buffer.blocks(row);
        return model.edges() == null ? NONE : buffer.items(Items.adjacent(model.kind(), model.itemSize()), 0);
    }
}
