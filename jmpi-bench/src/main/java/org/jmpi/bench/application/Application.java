package org.jmpi.bench.application;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jmpi.dsm.SpaceOptions;

/**
 * An application: its problems of each size, and its solutions. Problems are made when they are needed, since some are
 * large; they are functions of the number of ranks, which the graph of EM3D depends on.
 *
 * @param <P> the problems
 * @param <R> what a solution results in
 */
final class Application<P extends Problem<R>, R> {
    private final Map<Size, List<IntFunction<P>>> problems = new EnumMap<>(Size.class);
    private final Map<Model, Solution.Maker<P, R>> makers = new EnumMap<>(Model.class);

    Application<P, R> small(IntFunction<P> made) {
        return add(Size.SMALL, made);
    }

    Application<P, R> paper(IntFunction<P> made) {
        return add(Size.PAPER, made);
    }

    private Application<P, R> add(Size size, IntFunction<P> made) {
        problems.computeIfAbsent(size, key -> new ArrayList<>()).add(made);
        return this;
    }

    Application<P, R> by(Model model, Solution.Maker<P, R> maker) {
        makers.put(model, maker);
        return this;
    }

    /** A solution by shared arrays, in a space that has options. */
    @FunctionalInterface
    interface SharedMaker<P, R> {
        Solution<R> make(P problem, SpaceOptions options) throws Exception;
    }

    /** Adds a solution by arrays in memory that ranks share, and by copies of pages. */
    Application<P, R> bySharedArrays(SharedMaker<P, R> maker) {
        return by(Model.SHARED_ARRAYS, problem -> maker.make(problem, SpaceOptions.DEFAULT))
                .by(Model.SHARED_COPIES, problem -> maker.make(problem, SpaceOptions.DEFAULT.copies()));
    }

    List<IntFunction<P>> problems(Size size) {
        return problems.get(size);
    }

    /** Returns the models that the application is written in. */
    Set<Model> models() {
        return makers.keySet();
    }

    Solution.Maker<P, R> maker(Model model) {
        return makers.get(model);
    }
}
