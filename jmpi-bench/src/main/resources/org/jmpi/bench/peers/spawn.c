/* What Spawn.java does: the ranks spawn processes, connect to them by a port, and disconnect. */
#include "bench.h"

static int me, ranks;

/* How long the slowest rank took, in us. */
static double slowest(double begin)
{
    double own = (MPI_Wtime() - begin) * 1e6, most;
    MPI_Allreduce(&own, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return most;
}

static int sum(MPI_Comm both)
{
    int one = 1, all;
    MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, both);
    return all;
}

static void child(MPI_Comm both)
{
    char port[MPI_MAX_PORT_NAME];
    sum(both);
    MPI_Bcast(port, sizeof port, MPI_CHAR, 0, both);
    MPI_Comm_disconnect(&both);
    MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &both);
    sum(both);
    MPI_Comm_disconnect(&both);
}

static int parent(const struct options *options, char *program)
{
    int processes = options->processes ? options->processes : 8;
    int rounds = options->quick ? 2 : options->rounds ? options->rounds : 10;
    int wrong = 0;
    char port[MPI_MAX_PORT_NAME] = "", *argv[] = {"--child", NULL};
    double spawn[MAX_BATCHES], connect[MAX_BATCHES], disconnect[MAX_BATCHES];
    if (rounds > MAX_BATCHES)
        refuse("--rounds");
    for (int k = 0; k < rounds; k++) {
        MPI_Comm both;
        if (me == 0)
            MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Barrier(MPI_COMM_WORLD);
        double begin = MPI_Wtime();
        MPI_Comm_spawn(program, argv, processes, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &both, MPI_ERRCODES_IGNORE);
        spawn[k] = slowest(begin);
        wrong += sum(both) != processes;
        MPI_Bcast(port, sizeof port, MPI_CHAR, me == 0 ? MPI_ROOT : MPI_PROC_NULL, both);
        begin = MPI_Wtime();
        MPI_Comm_disconnect(&both);
        disconnect[k] = slowest(begin);
        begin = MPI_Wtime();
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &both);
        connect[k] = slowest(begin);
        wrong += sum(both) != processes;
        MPI_Comm_disconnect(&both);
        if (me == 0)
            MPI_Close_port(port);
    }
    if (me == 0) {
        print_sample("spawn", ranks, 0, spawn, rounds);
        print_sample("connect", ranks, 0, connect, rounds);
        print_sample("disconnect", ranks, 0, disconnect, rounds);
    }
    if (wrong)
        fprintf(stderr, "spawn: %d sums are wrong\n", wrong);
    return wrong ? 1 : 0;
}

int main(int argc, char **argv)
{
    int code = 0;
    MPI_Comm both;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_get_parent(&both);
    if (both != MPI_COMM_NULL) {
        child(both);
    } else {
        struct options options = parse(argc, argv);
        code = parent(&options, argv[0]);
    }
    MPI_Finalize();
    return code;
}
