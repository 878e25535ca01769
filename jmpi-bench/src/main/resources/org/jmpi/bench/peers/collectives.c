/* What Collectives.java, Operation.java and Blocks.java do: collective operations, called back to back. */
#include "bench.h"

enum op {
    BARRIER,
    BCAST,
    REDUCE,
    ALLREDUCE,
    REDUCE_SCATTER,
    SCAN,
    EXSCAN,
    GATHER,
    SCATTER,
    ALLGATHER,
    ALLTOALL,
    GATHERV,
    SCATTERV,
    ALLGATHERV,
    ALLTOALLV,
    OPS
};
static const char *const names[OPS] = {"barrier",  "bcast",   "reduce",   "allreduce",  "reduce_scatter",
                                       "scan",     "exscan",  "gather",   "scatter",    "allgather",
                                       "alltoall", "gatherv", "scatterv", "allgatherv", "alltoallv"};

static int me;
static int ranks;
static int length;
static MPI_Datatype type;
static int element;
static int *equal, *counts, *displacements, *cross_counts, *cross_displacements;
static char *out, *in;
static double warm_up_s;
static int turn;

static int computes(enum op op)
{
    return op == REDUCE || op == ALLREDUCE || op == REDUCE_SCATTER || op == SCAN || op == EXSCAN;
}

static int uneven(int rank)
{
    return (int)(2L * length * (rank + 1) / (ranks + 1));
}

static char *room(void)
{
    size_t most = uneven(ranks - 1) > length ? uneven(ranks - 1) : length;
    size_t bytes = most * ranks * element + 1;
    char *memory = malloc(bytes);
    if (!memory)
        refuse("size: no memory");
    return memset(memory, 0, bytes);
}

static void make_blocks(enum op op, int size)
{
    type = computes(op) ? MPI_DOUBLE : MPI_BYTE;
    element = computes(op) ? sizeof(double) : 1;
    length = op == BARRIER ? 0 : size / element > 0 ? size / element : 1;
    for (int rank = 0; rank < ranks; rank++) {
        equal[rank] = length;
        counts[rank] = uneven(rank);
        cross_counts[rank] = uneven((me + rank) % ranks);
        displacements[rank] = rank ? displacements[rank - 1] + counts[rank - 1] : 0;
        cross_displacements[rank] = rank ? cross_displacements[rank - 1] + cross_counts[rank - 1] : 0;
    }
    out = room();
    in = room();
}

static void swap(void)
{
    char *last = in;
    in = out;
    out = last;
}

static void call(enum op op, int root)
{
    MPI_Comm world = MPI_COMM_WORLD;
    int next = (me + 1) % ranks;
    char *own = out + (size_t)me * length * element;
    char *own_uneven = out + (size_t)displacements[me] * element;
    switch (op) {
    case BARRIER:
        MPI_Barrier(world);
        return;
    case BCAST:
        MPI_Bcast(out, length, type, root, world);
        return;
    case REDUCE:
        MPI_Reduce(out, in, length, type, MPI_SUM, root, world);
        break;
    case ALLREDUCE:
        MPI_Allreduce(out, in, length, type, MPI_SUM, world);
        break;
    case REDUCE_SCATTER:
        MPI_Reduce_scatter(out, in + (size_t)next * length * element, equal, type, MPI_SUM, world);
        break;
    case SCAN:
        MPI_Scan(out, in, length, type, MPI_SUM, world);
        break;
    case EXSCAN:
        MPI_Exscan(out, in, length, type, MPI_SUM, world);
        break;
    case GATHER:
        MPI_Gather(own, length, type, in, length, type, root, world);
        break;
    case SCATTER:
        MPI_Scatter(out, length, type, in + (size_t)next * length, length, type, root, world);
        break;
    case ALLGATHER:
        MPI_Allgather(own, length, type, in, length, type, world);
        break;
    case ALLTOALL:
        MPI_Alltoall(out, length, type, in, length, type, world);
        break;
    case GATHERV:
        MPI_Gatherv(own_uneven, counts[me], type, in, counts, displacements, type, root, world);
        break;
    case SCATTERV:
        MPI_Scatterv(out, counts, displacements, type, in + displacements[next], counts[me], type, root, world);
        break;
    case ALLGATHERV:
        MPI_Allgatherv(own_uneven, counts[me], type, in, counts, displacements, type, world);
        break;
    case ALLTOALLV:
        MPI_Alltoallv(out, cross_counts, cross_displacements, type, in, cross_counts, cross_displacements, type, world);
        break;
    case OPS:
        return;
    }
    if (me == root || (op != REDUCE && op != GATHER && op != GATHERV))
        swap();
}

/* Seconds that the calls took on the slowest rank, on every rank. */
static double batch(enum op op, long calls)
{
    double mine, slowest;
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (long i = 0; i < calls; i++) {
        call(op, turn);
        turn = turn + 1 == ranks ? 0 : turn + 1;
    }
    mine = MPI_Wtime() - start;
    MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest;
}

static void measure(const struct pace *pace, enum op op, int size)
{
    double us[MAX_BATCHES], seconds;
    long calls = 1;
    make_blocks(op, size);
    for (double spent = 0; spent < warm_up_s; spent += seconds) {
        seconds = batch(op, calls);
        calls = next_count(pace, calls, seconds);
    }
    warm_up_s = pace->warm_up_s;
    for (int k = 0; k < pace->batches; k++)
        us[k] = batch(op, calls) * 1e6 / calls;
    if (me == 0)
        print_sample(names[op], ranks, length * element, us, pace->batches);
    free(out);
    free(in);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    struct options options = parse(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int *numbers = calloc(5 * (size_t)ranks, sizeof(int));
    if (!numbers)
        refuse("ranks: no memory");
    equal = numbers;
    counts = numbers + ranks;
    displacements = numbers + 2 * ranks;
    cross_counts = numbers + 3 * ranks;
    cross_displacements = numbers + 4 * ranks;
    warm_up_s = options.pace.first_warm_up_s;
    measure(&options.pace, BARRIER, 0);
    for (enum op op = BCAST; op < OPS; op++)
        for (int i = 0; i < options.n_sizes; i++)
            measure(&options.pace, op, options.sizes[i]);
    MPI_Finalize();
    free(numbers);
    return 0;
}
