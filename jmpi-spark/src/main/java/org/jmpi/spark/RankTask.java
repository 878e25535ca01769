package org.jmpi.spark;

import java.io.Serializable;
import org.apache.spark.BarrierTaskContext;
import scala.Tuple2;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** A task of a barrier stage. Its result is its rank and the body's result. */
final class RankTask<T> extends AbstractFunction1<Iterator<Integer>, Iterator<Tuple2<Integer, T>>>
        implements Serializable {
    private static final long serialVersionUID = 1;

    private final JmpiSpark.Body<T> body;

    RankTask(JmpiSpark.Body<T> body) {
        this.body = body;
    }

    @Override
    public Iterator<Tuple2<Integer, T>> apply(Iterator<Integer> numbers) {
        try {
            return Iterator.single(ExecutorRanks.run(BarrierTaskContext.get(), body));
        } catch (Exception e) {
            throw RankTask.<RuntimeException>asIs(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E asIs(Throwable t) throws E {
        throw (E) t;
    }
}
