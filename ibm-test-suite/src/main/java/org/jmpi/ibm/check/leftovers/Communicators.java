package org.jmpi.ibm.check.leftovers;

import mpi.Intracomm;
import mpi.MPI;

/** Communicators that are not freed, made in every way. */
public final class Communicators {
    private Communicators() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        for (int i = 0; i < 2; i++) world.clone();
        world.Split(0, world.Rank());
        world.Create(world.Group());
        world.Create_cart(new int[] {world.Size()}, new boolean[] {true}, false);
        MPI.Finalize();
    }
}
