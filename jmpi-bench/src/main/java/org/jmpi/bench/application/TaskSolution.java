package org.jmpi.bench.application;

import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;
import mpi.MPI;

/**
 * A solution by tasks of PVM: each rank is one. They learn the ids of all by MPI.
 *
 * @param <R> what the solution results in
 */
abstract class TaskSolution<R> implements Solution<R> {
    private static final int CONNECT = 0;

    final jpvmEnvironment jpvm;
    final int me = MPI.COMM_WORLD.Rank();

    /** The task of each rank. */
    final jpvmTaskId[] tids = new jpvmTaskId[MPI.COMM_WORLD.Size()];

    TaskSolution() throws Exception, jpvmException {
        jpvm = new jpvmEnvironment();
        jpvmTaskId[] own = {jpvm.pvm_mytid()};
        MPI.COMM_WORLD.Allgather(own, 0, 1, MPI.OBJECT, tids, 0, 1, MPI.OBJECT);
        connect();
    }

    /** Connects all tasks, which is not timed: otherwise the first messages would. */
    private void connect() throws jpvmException {
        jpvm.pvm_mcast(new jpvmBuffer(), tids, tids.length, CONNECT);
        for (jpvmTaskId each : tids) jpvm.pvm_recv(each, CONNECT);
    }

    /** Returns a buffer with a whole array. */
    static jpvmBuffer buffer(int[] array) {
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(array, array.length, 1);
        return buffer;
    }

    /** Returns a buffer with a whole array. */
    static jpvmBuffer buffer(double[] array) {
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(array, array.length, 1);
        return buffer;
    }

    @Override
    public void free() throws jpvmException {
        jpvm.pvm_exit();
    }
}
