package org.jmpi;

import java.util.Optional;
import java.util.function.BinaryOperator;
import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.CollectiveOperation;
import org.jmpi.comm.communicator.Communicator;

/**
 * Reductions (MPI-4.1 sections 6.9 and 6.11). With a predefined {@link Operator} they combine numbers, or arrays of
 * numbers of one length element by element; with a function they combine objects.
 */
abstract class ReductionCalls extends CollectiveCalls {
    private static final int NO_ROOT = 0;

    /** The advice to a program that gives a buffer. */
    private static final String INSTEAD = "pass an array, or call the reduction of package mpi, of artifact jmpi-api";

    ReductionCalls(Communicator core) {
        super(core);
    }

    /** Returns an operation whose result is there if {@code here} says so. */
    private static <T> Call<Optional<T>> maybe(
            CollectiveKind kind, T value, Operator<? super T> op, int root, boolean here) {
        Items.refuseBuffer(value, INSTEAD);
        Items own = Operator.items(op, value);
        Items result = here ? own.room() : own;
        CollectiveOperation operation = new CollectiveOperation(kind, root)
                .send(own.buffer())
                .receive(here ? result.buffer() : own.buffer().in(null))
                .op(op.reducer());
        return new Call<>(operation, () -> here ? Optional.ofNullable(value(own, result, value)) : Optional.empty());
    }

    /** Returns an operation whose result is there at each rank. */
    private static <T> Call<T> always(CollectiveKind kind, T value, Operator<? super T> op) {
        Call<Optional<T>> call = maybe(kind, value, op, NO_ROOT, true);
        return new Call<>(call.operation(), () -> call.result().get().orElse(null));
    }

    /** Returns the result as a value like the operand: an array if that is one. */
    @SuppressWarnings("unchecked")
    private static <T> T value(Items own, Items result, T operand) {
        return (T) (own.array() == operand ? result.array() : result.single());
    }

    /**
     * Combines the values of the ranks at the root.
     *
     * @param <T> the type of the values
     * @param value the calling rank's
     * @param op what combines two values, the same at every rank
     * @param root the root's rank, the same at every rank
     * @return the result at the root; empty at the other ranks
     * @throws MpiException also of class ERR_OP if the operator is not defined for the value
     */
    public <T> Optional<T> reduce(T value, Operator<? super T> op, int root) {
        return run(core -> maybe(CollectiveKind.REDUCE, value, op, root, core.rank() == root));
    }

    /**
     * Does the same as {@link #reduce(Object, Operator, int)}, with objects and a function.
     *
     * @param <T> the type of the values
     * @param value the calling rank's
     * @param function what combines two values, the same at every rank; see {@link Operator#of}
     * @param root the root's rank, the same at every rank
     * @return the result at the root; empty at the other ranks
     */
    public <T> Optional<T> reduce(T value, BinaryOperator<T> function, int root) {
        return reduce(value, Operator.of(function), root);
    }

    /**
     * Starts {@link #reduce(Object, Operator, int)}; returns at once.
     *
     * @param <T> the type of the values
     * @param value the calling rank's
     * @param op what combines two values, the same at every rank
     * @param root the root's rank, the same at every rank
     * @return gets the result, as there
     */
    public <T> MpiFuture<Optional<T>> reduceAsync(T value, Operator<? super T> op, int root) {
        return start(core -> maybe(CollectiveKind.REDUCE, value, op, root, core.rank() == root));
    }

    /**
     * Does the same as {@link #reduceAsync(Object, Operator, int)}, with objects and a function.
     *
     * @param <T> the type of the values
     * @param value the calling rank's
     * @param function what combines two values, the same at every rank; see {@link Operator#of}
     * @param root the root's rank, the same at every rank
     * @return gets the result, as there
     */
    public <T> MpiFuture<Optional<T>> reduceAsync(T value, BinaryOperator<T> function, int root) {
        return reduceAsync(value, Operator.of(function), root);
    }

    /**
     * Combines the values of the ranks at every rank; all get the same bits.
     *
     * @param <T> the type of the values
     * @param value the calling rank's
     * @param op what combines two values, the same at every rank
     * @return the result
     * @throws MpiException also of class ERR_OP if the operator is not defined for the value
     */
    public <T> T allReduce(T value, Operator<? super T> op) {
        return run(core -> always(CollectiveKind.ALLREDUCE, value, op));
    }

    /**
     * Does the same as {@link #allReduce(Object, Operator)}, with objects and a function.
     *
     * @param <T> the type of the values
     * @param value the calling rank's
     * @param function what combines two values, the same at every rank; see {@link Operator#of}
     * @return the result
     */
    public <T> T allReduce(T value, BinaryOperator<T> function) {
        return allReduce(value, Operator.of(function));
    }

    /**
     * Starts {@link #allReduce(Object, Operator)}; returns at once.
     *
     * @param <T> the type of the values
     * @param value the calling rank's
     * @param op what combines two values, the same at every rank
     * @return gets the result, as there
     */
    public <T> MpiFuture<T> allReduceAsync(T value, Operator<? super T> op) {
        return start(core -> always(CollectiveKind.ALLREDUCE, value, op));
    }

    /**
     * Does the same as {@link #allReduceAsync(Object, Operator)}, with objects and a function.
     *
     * @param <T> the type of the values
     * @param value the calling rank's
     * @param function what combines two values, the same at every rank; see {@link Operator#of}
     * @return gets the result, as there
     */
    public <T> MpiFuture<T> allReduceAsync(T value, BinaryOperator<T> function) {
        return allReduceAsync(value, Operator.of(function));
    }

    /**
     * Combines at each rank the values of the ranks up to it and its own.
     *
     * @param <T> the type of the values
     * @param value the calling rank's
     * @param op what combines two values, the same at every rank
     * @return the result
     * @throws MpiException also of class ERR_OP if the operator is not defined for the value
     */
    public <T> T scan(T value, Operator<? super T> op) {
        return run(core -> always(CollectiveKind.SCAN, value, op));
    }

    /**
     * Does the same as {@link #scan(Object, Operator)}, with objects and a function.
     *
     * @param <T> the type of the values
     * @param value the calling rank's
     * @param function what combines two values, the same at every rank; see {@link Operator#of}
     * @return the result
     */
    public <T> T scan(T value, BinaryOperator<T> function) {
        return scan(value, Operator.of(function));
    }

    /**
     * Starts {@link #scan(Object, Operator)}; returns at once.
     *
     * @param <T> the type of the values
     * @param value the calling rank's
     * @param op what combines two values, the same at every rank
     * @return gets the result, as there
     */
    public <T> MpiFuture<T> scanAsync(T value, Operator<? super T> op) {
        return start(core -> always(CollectiveKind.SCAN, value, op));
    }

    /**
     * Does the same as {@link #scanAsync(Object, Operator)}, with objects and a function.
     *
     * @param <T> the type of the values
     * @param value the calling rank's
     * @param function what combines two values, the same at every rank; see {@link Operator#of}
     * @return gets the result, as there
     */
    public <T> MpiFuture<T> scanAsync(T value, BinaryOperator<T> function) {
        return scanAsync(value, Operator.of(function));
    }

    /**
     * Combines at each rank the values of the ranks below it.
     *
     * @param <T> the type of the values
     * @param value the calling rank's
     * @param op what combines two values, the same at every rank
     * @return the result; empty at rank 0
     * @throws MpiException also of class ERR_OP if the operator is not defined for the value
     */
    public <T> Optional<T> exclusiveScan(T value, Operator<? super T> op) {
        return run(core -> maybe(CollectiveKind.EXSCAN, value, op, NO_ROOT, core.rank() > 0));
    }

    /**
     * Does the same as {@link #exclusiveScan(Object, Operator)}, with objects and a function.
     *
     * @param <T> the type of the values
     * @param value the calling rank's
     * @param function what combines two values, the same at every rank; see {@link Operator#of}
     * @return the result; empty at rank 0
     */
    public <T> Optional<T> exclusiveScan(T value, BinaryOperator<T> function) {
        return exclusiveScan(value, Operator.of(function));
    }

    /**
     * Starts {@link #exclusiveScan(Object, Operator)}; returns at once.
     *
     * @param <T> the type of the values
     * @param value the calling rank's
     * @param op what combines two values, the same at every rank
     * @return gets the result, as there
     */
    public <T> MpiFuture<Optional<T>> exclusiveScanAsync(T value, Operator<? super T> op) {
        return start(core -> maybe(CollectiveKind.EXSCAN, value, op, NO_ROOT, core.rank() > 0));
    }

    /**
     * Does the same as {@link #exclusiveScanAsync(Object, Operator)}, with objects and a function.
     *
     * @param <T> the type of the values
     * @param value the calling rank's
     * @param function what combines two values, the same at every rank; see {@link Operator#of}
     * @return gets the result, as there
     */
    public <T> MpiFuture<Optional<T>> exclusiveScanAsync(T value, BinaryOperator<T> function) {
        return exclusiveScanAsync(value, Operator.of(function));
    }

    /**
     * Combines the arrays of the ranks, element by element, and replaces each of them by the result.
     *
     * @param <A> the arrays' type
     * @param array the calling rank's operands, and where the result goes
     * @param op what combines two elements, the same at every rank
     * @throws MpiException also of class ERR_OP if the operator is not defined for the array
     */
    public <A> void allReduceInto(A array, Operator<? super A> op) {
        run(core -> {
            Operator.checkGiven(op);
            Items.refuseBuffer(array, INSTEAD);
            Items items = Items.ofArray(array, "array to reduce");
            return new Call<Void>(
                    new CollectiveOperation(CollectiveKind.ALLREDUCE)
                            .send(items.buffer().in(CollectiveOperation.IN_PLACE))
                            .receive(items.buffer())
                            .op(op.reducer()),
                    () -> null);
        });
    }
}
