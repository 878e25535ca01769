import mpi.Datatype;
import mpi.MPI;
import mpi.Op;
import mpi.User_function;

public class Longest {
    /** Takes the longer one of two words, and the first of two with the same length. */
    private static class LongerWord extends User_function {
        @Override
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype) {
            Object[] first = (Object[]) invec;
            Object[] second = (Object[]) inoutvec;
            for (int i = 0; i < count; i++) {
                String word = (String) first[inoffset + i];
                if (word.length() >= ((String) second[inoutoffset + i]).length()) second[inoutoffset + i] = word;
            }
        }
    }

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        String[] words = {"sun", "rivers", "hill", "forest", "sea"};
        Op longer = new Op(new LongerWord(), false);
        String[] mine = {words[rank % words.length]};
        String[] longest = new String[1];
        MPI.COMM_WORLD.Scan(mine, 0, longest, 0, 1, MPI.OBJECT, longer);
        Object[] all = new Object[MPI.COMM_WORLD.Size()];
        MPI.COMM_WORLD.Gather(longest, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT, 0);
        if (rank == 0)
            for (int i = 0; i < all.length; i++) System.out.println("up to rank " + i + ": " + all[i]);
        longer.free();
        MPI.Finalize();
    }
}
