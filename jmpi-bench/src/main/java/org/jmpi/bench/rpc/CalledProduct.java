package org.jmpi.bench.rpc;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.bench.MatrixProduct;

/** The product of two matrices by calls: a thread for each worker calls it with the next task when it has answered. */
final class CalledProduct {
    private final MatrixProduct product;
    private final AtomicInteger next = new AtomicInteger();

    CalledProduct(int size) {
        product = new MatrixProduct(size);
    }

    /** Has all tasks computed. */
    void compute(List<Worker> workers) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(workers.size());
        try {
            List<Callable<Void>> callers = workers.stream()
                    .<Callable<Void>>map(worker -> () -> call(worker))
                    .toList();
            for (Future<Void> caller : threads.invokeAll(callers)) caller.get();
        } finally {
            threads.shutdownNow();
        }
    }

    private Void call(Worker worker) throws Exception {
        for (int task = next.getAndIncrement(); task < product.tasks(); task = next.getAndIncrement())
            product.put(task, worker.multiply(product.row(task), product.column(task)));
        return null;
    }

    boolean isRight() {
        return product.isRight();
    }

    long checksum() {
        return product.checksum();
    }
}
