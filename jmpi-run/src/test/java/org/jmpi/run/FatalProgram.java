package org.jmpi.run;

import java.util.Map;
import mpi.Comm;
import mpi.Datatype;
import mpi.Errhandler;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Programs in which one rank makes a wrong call, while the others wait for a message that never comes. */
public final class FatalProgram {
    private static final int TAG = 7;

    private FatalProgram() {}

    /** What the last rank does; it is over when this returns. */
    private interface Body {
        void run();
    }

    private static final Map<String, Body> WRONG = Map.ofEntries(
            Map.entry("world", () -> wrongOn(MPI.COMM_WORLD)),
            Map.entry("self", () -> {
                MPI.COMM_SELF.Errhandler_set(MPI.ERRORS_ARE_FATAL);
                wrongOn(MPI.COMM_SELF);
            }),
            Map.entry("group", () -> MPI.COMM_WORLD.Group().Incl(new int[] {99})),
            Map.entry("datatype", () -> Datatype.Contiguous(-99, MPI.INT)),
            Map.entry("request", () -> MPI.REQUEST_NULL.Cancel()),
            Map.entry("array of requests", () -> Request.Waitall(null)),
            Map.entry("truncated Recv", () -> {
                toMyself(3);
                MPI.COMM_WORLD.Recv(new int[2], 0, 2, MPI.INT, MPI.ANY_SOURCE, TAG);
            }),
            Map.entry("truncated Wait", () -> {
                Request receive = MPI.COMM_WORLD.Irecv(new int[2], 0, 2, MPI.INT, MPI.ANY_SOURCE, TAG);
                toMyself(3);
                receive.Wait();
            }),
            Map.entry("truncated Waitall", () -> {
                Request receive = MPI.COMM_WORLD.Irecv(new int[2], 0, 2, MPI.INT, MPI.ANY_SOURCE, TAG);
                toMyself(3);
                Request.Waitall(new Request[] {null, receive});
            }));

    /** Runs what the first argument names. */
    public static void main(String[] args) {
        MPI.Init(args);
        check(MPI.COMM_WORLD.Errhandler_get() == MPI.ERRORS_RETURN, "handler at first");
        check(MPI.Errorhandler_get() == MPI.ERRORS_RETURN, "handler at first");
        switch (args[0]) {
            case "inherited by clone" -> inherited((Comm) withFatalErrors().clone());
            case "inherited by Split" -> inherited(withFatalErrors().Split(0, -MPI.COMM_WORLD.Rank()));
            case "inherited by Create" -> inherited(withFatalErrors().Create(MPI.COMM_WORLD.Group()));
            case "inherited by Create_cart" ->
                inherited(withFatalErrors().Create_cart(new int[] {MPI.COMM_WORLD.Size()}, new boolean[1], false));
            case "of one alone" -> ofOneAlone();
            case "set back" -> setBack();
            default -> fatal(MPI.COMM_WORLD, WRONG.get(args[0]));
        }
        MPI.Finalize();
    }

    private static void fatal(Comm comm, Body wrong) {
        comm.Errhandler_set(MPI.ERRORS_ARE_FATAL);
        check(comm.Errhandler_get() == MPI.ERRORS_ARE_FATAL, "handler that was set");
        lastRankIs(wrong);
    }

    /** Returns when the last rank did not fail. */
    private static void lastRankIs(Body wrong) {
        int last = MPI.COMM_WORLD.Size() - 1;
        if (MPI.COMM_WORLD.Rank() == last) {
            goOnAfter(wrong);
            for (int rank = 0; rank < last; rank++) MPI.COMM_WORLD.Send(new int[0], 0, 0, MPI.INT, rank, TAG);
        } else MPI.COMM_WORLD.Recv(new int[0], 0, 0, MPI.INT, last, TAG);
    }

    /** Lets the program end well if the error is not fatal. */
    private static void goOnAfter(Body wrong) {
        try {
            wrong.run();
        } catch (MPIException e) {
            // Under ERRORS_ARE_FATAL the waits of all ranks have failed by now, or the process has ended.
        }
    }

    private static void wrongOn(Comm comm) {
        comm.Send(new int[1], 0, 1, MPI.INT, 99, TAG);
    }

    private static void toMyself(int count) {
        MPI.COMM_WORLD.Isend(new int[count], 0, count, MPI.INT, MPI.COMM_WORLD.Rank(), TAG)
                .Wait();
    }

    private static Intracomm withFatalErrors() {
        MPI.Errorhandler_set(MPI.ERRORS_ARE_FATAL);
        return MPI.COMM_WORLD;
    }

    /** Keeps what a communicator has from the world, though the world's errors are fatal no more. */
    private static void inherited(Comm made) {
        MPI.COMM_WORLD.Errorhandler_set(MPI.ERRORS_RETURN);
        check(made.Errorhandler_get() == MPI.ERRORS_ARE_FATAL, "inherited handler");
        check(MPI.COMM_WORLD.Errorhandler_get() == MPI.ERRORS_RETURN, "own handler");
        lastRankIs(() -> wrongOn(made));
    }

    /** Errors on one communicator are fatal, those on others and without one are not. */
    private static void ofOneAlone() {
        Comm fatal = (Comm) MPI.COMM_WORLD.clone();
        Comm other = (Comm) MPI.COMM_WORLD.clone();
        fatal.Errhandler_set(MPI.ERRORS_ARE_FATAL);
        throwsException(() -> wrongOn(MPI.COMM_WORLD));
        throwsException(() -> wrongOn(other));
        throwsException(WRONG.get("group"));
        throwsException(WRONG.get("datatype"));
        throwsException(WRONG.get("request"));
        lastRankIs(() -> wrongOn(fatal));
    }

    private static void setBack() {
        for (Errhandler handler : new Errhandler[] {MPI.ERRORS_ARE_FATAL, MPI.ERRORS_ABORT, MPI.ERRORS_RETURN}) {
            MPI.Errorhandler_set(handler);
            check(MPI.Errorhandler_get() == handler, "handler");
        }
        lastRankIs(() -> throwsException(() -> wrongOn(MPI.COMM_WORLD)));
    }

    private static void throwsException(Body wrong) {
        try {
            wrong.run();
        } catch (MPIException e) {
            return;
        }
        throw new IllegalStateException("nothing thrown");
    }

    private static void check(boolean right, String what) {
        if (!right) throw new IllegalStateException("wrong " + what);
    }
}
