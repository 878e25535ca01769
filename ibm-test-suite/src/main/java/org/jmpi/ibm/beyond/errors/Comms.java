package org.jmpi.ibm.beyond.errors;

import java.util.List;
import mpi.Comm;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/** Bad arguments of the calls that make, ask and free communicators. */
public final class Comms {
    private static final int TAG = 1;

    private Comms() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Rows rows = new Rows();
        Intracomm freed = Rows.freed();
        for (Comm comm : List.of(freed, MPI.COMM_NULL)) unusable(rows, comm);
        making(rows, freed);
        groups(rows);
        intercomms(rows, freed);
        attributes(rows);
        rows.row(MPI.ERR_COMM, "Free of the world", MPI.COMM_WORLD::Free)
                .row(MPI.ERR_COMM, "Free of oneself", MPI.COMM_SELF::Free);
        MPI.Finalize();
    }

    private static void unusable(Rows rows, Comm comm) {
        Check.isTrue(comm.Is_null(), "a communicator is void");
        rows.row(MPI.ERR_COMM, "Size of a void communicator", comm::Size)
                .row(MPI.ERR_COMM, "Rank of a void communicator", comm::Rank)
                .row(MPI.ERR_COMM, "Group of a void communicator", comm::Group)
                .row(MPI.ERR_COMM, "Test_inter of a void communicator", comm::Test_inter)
                .row(MPI.ERR_COMM, "Topo_test of a void communicator", comm::Topo_test)
                .row(MPI.ERR_COMM, "clone of a void communicator", comm::clone)
                .row(MPI.ERR_COMM, "Free of a void communicator", comm::Free)
                .row(MPI.ERR_COMM, "Attr_get of a void communicator", () -> comm.Attr_get(MPI.TAG_UB))
                .row(MPI.ERR_COMM, "Attr_put of a void communicator", () -> comm.Attr_put(1, 1))
                .row(MPI.ERR_COMM, "Attr_delete of a void communicator", () -> comm.Attr_delete(1))
                .row(MPI.ERR_COMM, "Errhandler_get of a void communicator", comm::Errhandler_get)
                .row(
                        MPI.ERR_COMM,
                        "Errhandler_set of a void communicator",
                        () -> comm.Errhandler_set(MPI.ERRORS_RETURN))
                .row(MPI.ERR_COMM, "Compare with a void communicator", () -> Comm.Compare(MPI.COMM_WORLD, comm))
                .row(MPI.ERR_COMM, "Compare of a void communicator", () -> Comm.Compare(comm, MPI.COMM_WORLD));
    }

    private static void making(Rows rows, Intracomm freed) {
        for (int colour : new int[] {-2, Integer.MIN_VALUE})
            rows.row(MPI.ERR_ARG, "Split with colour " + colour, () -> MPI.COMM_WORLD.Split(colour, 0));
        rows.row(MPI.ERR_COMM, "Split of a freed communicator", () -> freed.Split(0, 0))
                .row(MPI.ERR_COMM, "Create from a freed communicator", () -> freed.Create(MPI.COMM_WORLD.Group()))
                .row(
                        MPI.ERR_COMM,
                        "Create_cart from a freed communicator",
                        () -> freed.Create_cart(new int[] {1}, new boolean[1], false))
                .row(
                        MPI.ERR_COMM,
                        "Create_graph from a freed communicator",
                        () -> freed.Create_graph(new int[] {0}, new int[0], false))
                .row(MPI.ERR_COMM, "Compare with null", () -> Comm.Compare(MPI.COMM_WORLD, null))
                .row(MPI.ERR_COMM, "Compare of null", () -> Comm.Compare(null, MPI.COMM_WORLD));
    }

    private static void groups(Rows rows) {
        Group freed = MPI.COMM_WORLD.Group();
        freed.free();
        rows.row(MPI.ERR_GROUP, "Create of null", () -> MPI.COMM_WORLD.Create(null))
                .row(MPI.ERR_GROUP, "Create of a void group", () -> MPI.COMM_WORLD.Create(MPI.GROUP_NULL))
                .row(MPI.ERR_GROUP, "Create of a freed group", () -> MPI.COMM_WORLD.Create(freed));
        if (MPI.COMM_WORLD.Size() > 1)
            rows.row(
                    MPI.ERR_GROUP,
                    "Create of a group with others",
                    () -> Rows.self().Create(MPI.COMM_WORLD.Group()));
    }

    private static void intercomms(Rows rows, Intracomm freed) {
        Intracomm world = MPI.COMM_WORLD;
        Intracomm self = Rows.self();
        int me = world.Rank();
        rows.row(MPI.ERR_COMM, "Create_intercomm of null", () -> world.Create_intercomm(null, 0, 0, TAG))
                .row(MPI.ERR_COMM, "Create_intercomm of a freed one", () -> world.Create_intercomm(freed, 0, 0, TAG))
                .row(MPI.ERR_COMM, "Create_intercomm over a freed one", () -> freed.Create_intercomm(self, 0, 0, TAG))
                .row(MPI.ERR_COMM, "Create_intercomm over none", () -> MPI.COMM_NULL.Create_intercomm(self, 0, 0, TAG))
                .row(MPI.ERR_COMM, "Create_intercomm with oneself", () -> world.Create_intercomm(self, 0, me, TAG))
                .row(MPI.ERR_RANK, "Create_intercomm, own leader -1", () -> world.Create_intercomm(self, -1, 0, TAG))
                .row(MPI.ERR_RANK, "Create_intercomm, own leader 1 of 1", () -> world.Create_intercomm(self, 1, 0, TAG))
                .row(
                        MPI.ERR_RANK,
                        "Create_intercomm, no other leader",
                        () -> world.Create_intercomm(self, 0, world.Size(), TAG))
                .row(
                        MPI.ERR_RANK,
                        "Create_intercomm, other leader nobody",
                        () -> world.Create_intercomm(self, 0, MPI.PROC_NULL, TAG))
                .row(MPI.ERR_TAG, "Create_intercomm, tag -1", () -> world.Create_intercomm(self, 0, me, -1));
    }

    private static void attributes(Rows rows) {
        for (int key : new int[] {MPI.TAG_UB, MPI.HOST, MPI.IO})
            rows.row(MPI.ERR_ARG, "Attr_put of a predefined key", () -> MPI.COMM_WORLD.Attr_put(key, 1))
                    .row(MPI.ERR_ARG, "Attr_delete of a predefined key", () -> MPI.COMM_WORLD.Attr_delete(key));
        rows.row(MPI.ERR_ARG, "Errhandler_set of null", () -> MPI.COMM_WORLD.Errhandler_set(null));
    }
}
