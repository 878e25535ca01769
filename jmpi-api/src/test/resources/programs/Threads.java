import mpi.MPI;

/** Threads within a rank, in the manners of MPI-2 and of MPJ Express; nothing is declared and nothing is caught. */
public class Threads {
    public static void main(String[] args) throws Exception {
        switch (args.length) {
            case 0:
                int provided = MPI.Init_thread(args, MPI.THREAD_MULTIPLE);
                if (provided != MPI.Query_thread() || !MPI.Is_thread_main()) System.exit(2);
                break;
            default:
                args = MPI.initThread(MPI.THREAD_SERIALIZED, MPI.THREAD_MULTIPLE, args);
                if (MPI.queryThread() < MPI.THREAD_FUNNELED || !MPI.isMainThread()) System.exit(3);
        }
        Thread[] threads = new Thread[MPI.NUM_OF_PROCESSORS];
        for (int i = 0; i < threads.length; i++) {
            final int tag = i;
            threads[i] = new Thread() {
                public void run() {
                    int[] token = {tag};
                    int me = MPI.COMM_WORLD.Rank();
                    MPI.COMM_WORLD.Sendrecv_replace(token, 0, 1, MPI.INT, me, tag, me, tag);
                }
            };
            threads[i].start();
        }
        for (int i = 0; i < threads.length; i++) threads[i].join();
        System.out.println(MPI.Query_thread() > MPI.THREAD_SINGLE);
        MPI.Finalize();
    }
}
