/*
 * What Rma.java, Access.java, Exposure.java, GlobalPointers.java and ComputingTarget.java do: accesses of rank 0 to a
 * window of rank 1.
 */
#include "bench.h"

enum kind { PUT, GET, ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP };
enum epoch { FLUSH, FENCE, PSCW };
enum { TARGET = 1, TAG_COUNT = 1, STEPS = 20000, MOST = 1 << 20 };
#define COMPUTING_S 0.1

static const struct access {
    const char *name;
    enum kind kind;
    enum epoch epoch;
} accesses[] = {
    {"put", PUT, FLUSH},
    {"get", GET, FLUSH},
    {"accumulate", ACCUMULATE, FLUSH},
    {"fetch_and_op", FETCH_AND_OP, FLUSH},
    {"compare_and_swap", COMPARE_AND_SWAP, FLUSH},
    {"put_fence", PUT, FENCE},
    {"get_fence", GET, FENCE},
    {"accumulate_fence", ACCUMULATE, FENCE},
    {"put_pscw", PUT, PSCW},
    {"get_pscw", GET, PSCW},
    {"accumulate_pscw", ACCUMULATE, PSCW},
};
static const struct row {
    const char *name;
    struct access access;
    int bytes;
} rows[] = {
    {"read", {"get", GET, FLUSH}, 8},
    {"write", {"put", PUT, FLUSH}, 8},
    {"bulk_read", {"get", GET, FLUSH}, 160},
    {"bulk_write", {"put", PUT, FLUSH}, 160},
    {"atomic", {"fetch_and_op", FETCH_AND_OP, FLUSH}, 8},
};

static MPI_Comm pair;
static int first, ranks;
static double warm_up_s;
static const struct access *access_;
static int count, element;
static MPI_Datatype type;
static char *origin, *exposed;
static MPI_Win win;
static MPI_Group peer;
static long one = 1, known, before;
static volatile double computed = 1;

static int single(enum kind kind)
{
    return kind == FETCH_AND_OP || kind == COMPARE_AND_SWAP;
}

static void expose(const struct access *access, int bytes, int create)
{
    MPI_Group group;
    int other = first ? TARGET : 0;
    access_ = access;
    type = single(access->kind) ? MPI_LONG : access->kind == ACCUMULATE ? MPI_DOUBLE : MPI_BYTE;
    element = type == MPI_BYTE ? 1 : 8;
    count = bytes / element > 0 ? bytes / element : 1;
    known = before = 0;
    origin = calloc(count, element);
    MPI_Aint size = first ? 0 : (MPI_Aint)count * element;
    if (create) {
        exposed = calloc(count, element);
        MPI_Win_create(exposed, size, element, MPI_INFO_NULL, pair, &win);
    } else {
        MPI_Win_allocate(size, element, MPI_INFO_NULL, pair, &exposed, &win);
        if (!first)
            memset(exposed, 0, size);
    }
    MPI_Comm_group(pair, &group);
    MPI_Group_incl(group, 1, &other, &peer);
    MPI_Group_free(&group);
    MPI_Barrier(pair);
    if (access->epoch == FLUSH)
        MPI_Win_lock_all(0, win);
    if (access->epoch == FENCE)
        MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
}

static void end_exposure(int create)
{
    if (access_->epoch == FLUSH)
        MPI_Win_unlock_all(win);
    if (access_->epoch == FENCE)
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_Group_free(&peer);
    free(origin);
    if (create)
        free(exposed);
}

static void access_once(void)
{
    switch (access_->kind) {
    case PUT:
        MPI_Put(origin, count, type, TARGET, 0, count, type, win);
        break;
    case GET:
        MPI_Get(origin, count, type, TARGET, 0, count, type, win);
        break;
    case ACCUMULATE:
        MPI_Accumulate(origin, count, type, TARGET, 0, count, type, MPI_SUM, win);
        break;
    case FETCH_AND_OP:
        MPI_Fetch_and_op(&one, &before, type, TARGET, 0, MPI_SUM, win);
        break;
    case COMPARE_AND_SWAP:
        one = known + 1;
        MPI_Compare_and_swap(&one, &known, &before, type, TARGET, 0, win);
        break;
    }
}

static void flush(void)
{
    access_once();
    MPI_Win_flush(TARGET, win);
    known = before + 1;
}

static void run(void)
{
    switch (access_->epoch) {
    case FLUSH:
        if (first)
            flush();
        break;
    case FENCE:
        if (first)
            access_once();
        MPI_Win_fence(0, win);
        break;
    case PSCW:
        if (first) {
            MPI_Win_start(peer, 0, win);
            access_once();
            MPI_Win_complete(win);
        } else {
            MPI_Win_post(peer, 0, win);
            MPI_Win_wait(win);
        }
        break;
    }
}

static double lead(long n)
{
    MPI_Send(&n, 1, MPI_LONG, TARGET, TAG_COUNT, pair);
    double start = MPI_Wtime();
    for (long i = 0; i < n; i++)
        run();
    return MPI_Wtime() - start;
}

static void follow(void)
{
    for (;;) {
        long n;
        MPI_Recv(&n, 1, MPI_LONG, 0, TAG_COUNT, pair, MPI_STATUS_IGNORE);
        if (n == 0)
            return;
        for (long i = 0; i < n; i++)
            run();
    }
}

static void measure(const struct pace *pace, const char *name)
{
    long n = 1, none = 0;
    double us[MAX_BATCHES], seconds;
    if (!first) {
        follow();
        return;
    }
    for (double spent = 0; spent < warm_up_s; spent += seconds) {
        seconds = lead(n);
        n = next_count(pace, n, seconds);
    }
    warm_up_s = pace->warm_up_s;
    for (int k = 0; k < pace->batches; k++)
        us[k] = lead(n) * 1e6 / n;
    MPI_Send(&none, 1, MPI_LONG, TARGET, TAG_COUNT, pair);
    print_sample(name, ranks, count * element, us, pace->batches);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The time of a piece of the computation of rank 1, in us. */
static double compute(void)
{
    long pieces = 0;
    double x = computed, begin = MPI_Wtime(), now = begin;
    for (; now - begin < COMPUTING_S; now = MPI_Wtime()) {
        for (int i = 0; i < STEPS; i++)
            x = x * 0.999999 + 1;
        pieces++;
    }
    computed = x;
    return (now - begin) * 1e6 / pieces;
}

/* Has rank 1 compute, and rank 0 access its memory if it has room for the times; returns how many accesses there were. */
static long batch(double *us, double *piece)
{
    long n = 0;
    MPI_Barrier(pair);
    if (!first)
        *piece = compute();
    else if (us) {
        double begin = MPI_Wtime();
        for (double last = begin; last - begin < COMPUTING_S && n < MOST;) {
            flush();
            double now = MPI_Wtime();
            us[n++] = (now - last) * 1e6;
            last = now;
        }
        qsort(us, n, sizeof(double), compare);
    }
    MPI_Bcast(piece, 1, MPI_DOUBLE, TARGET, pair);
    return n;
}

static void measure_computing(const struct pace *pace, const char *name)
{
    double medians[MAX_BATCHES], percentiles[MAX_BATCHES], accessed[MAX_BATCHES], alone[MAX_BATCHES];
    char op[64];
    double *us = calloc(MOST, sizeof(double));
    if (!us)
        refuse("accesses: no memory");
    for (double spent = 0; spent < pace->first_warm_up_s; spent += COMPUTING_S)
        batch(us, &accessed[0]);
    for (int k = 0; k < pace->batches; k++) {
        batch(NULL, &alone[k]);
        long n = batch(us, &accessed[k]);
        medians[k] = us[n / 2];
        percentiles[k] = us[(long)(n * 0.99)];
    }
    free(us);
    if (!first)
        return;
    snprintf(op, sizeof op, "%s-median", name);
    print_sample(op, ranks, count * element, medians, pace->batches);
    snprintf(op, sizeof op, "%s-percentile", name);
    print_sample(op, ranks, count * element, percentiles, pace->batches);
    print_sample("computing-accessed", ranks, 0, accessed, pace->batches);
    print_sample("computing-alone", ranks, 0, alone, pace->batches);
}

static void time_access(const struct options *options, const struct access *access, int bytes)
{
    if (options->computing && access->epoch != FLUSH)
        return;
    expose(access, bytes, options->create);
    if (options->computing)
        measure_computing(&options->pace, access->name);
    else
        measure(&options->pace, access->name);
    end_exposure(options->create);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    struct options options = parse(argc, argv);
    int me;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks < 2)
        refuse("1 rank");
    first = me == 0;
    MPI_Comm_split(MPI_COMM_WORLD, me < 2 ? 0 : MPI_UNDEFINED, 0, &pair);
    warm_up_s = options.pace.first_warm_up_s;
    if (me < 2 && options.paper) {
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            expose(&rows[i].access, rows[i].bytes, options.create);
            measure(&options.pace, rows[i].name);
            end_exposure(options.create);
        }
    } else if (me < 2) {
        for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++)
            for (int k = 0; k < (single(accesses[i].kind) ? 1 : options.n_sizes); k++)
                time_access(&options, &accesses[i], single(accesses[i].kind) ? 8 : options.sizes[k]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
