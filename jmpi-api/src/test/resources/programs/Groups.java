import mpi.*;

/** Groups, the communicators made of them, and two groups that talk to each other. */
public class Groups {
    public static void main(String[] args) throws MPIException {
        args = MPI.Init(args);
        Group world = MPI.COMM_WORLD.Group();
        int half = world.Size() / 2;
        int[] lower = new int[half];
        for (int i = 0; i < half; i++) lower[i] = i;
        Group first = world.Incl(lower), second = world.Excl(lower);
        Group[] others = {
            Group.Union(first, second), Group.Intersection(first, second), Group.Difference(world, first),
            world.Range_incl(new int[][] {{0, half, 2}}), world.Range_excl(new int[][] {{0, half, 2}}), MPI.GROUP_EMPTY
        };
        for (int i = 0; i < others.length; i++) System.out.println(relation(Group.Compare(world, others[i])));
        int[] ranks = Group.Translate_ranks(first, lower, world);
        if (first.Rank() == MPI.UNDEFINED) ranks = null;
        communicators(first);
        if (world.Size() >= 2) intercommunicator();
        MPI.Finalize();
    }

    static String relation(int result) {
        switch (result) {
            case MPI.IDENT:
                return "identical";
            case MPI.CONGRUENT:
                return "congruent";
            case MPI.SIMILAR:
                return "similar";
            case MPI.UNEQUAL:
                return "unequal";
            default:
                return "unknown";
        }
    }

    static void communicators(Group first) throws MPIException {
        Intracomm copy = (Intracomm) MPI.COMM_WORLD.clone();
        Intracomm part = MPI.COMM_WORLD.Create(first);
        if (part == null || part.Is_null()) part = MPI.COMM_WORLD.Creat(MPI.COMM_WORLD.Group());
        System.out.println(relation(Comm.Compare(copy, MPI.COMM_WORLD)));
        System.out.println(relation(Intracomm.Compare(copy, part)));
        Comm none = MPI.COMM_NULL;
        Group nobody = MPI.GROUP_NULL;
        Datatype nothing = MPI.NULL;
        Status empty = MPI.EMPTY_STATUS;
        copy.Free();
        first.free();
    }

    static void intercommunicator() throws MPIException {
        int me = MPI.COMM_WORLD.Rank();
        Intracomm mine = MPI.COMM_WORLD.Split(me % 2, me);
        Intercomm both = MPI.COMM_WORLD.Create_intercomm(mine, 0, 1 - me % 2, 5);
        Group remote = both.Remote_group();
        remote = both.Remote_Group();
        if (!both.Test_inter() || both.Remote_size() != remote.Size()) MPI.COMM_WORLD.Abort(1);
        Intercomm copy = (Intercomm) both.clone();
        Intracomm merged = copy.Merge(me % 2 == 1);
        merged.Barrier();
    }
}
