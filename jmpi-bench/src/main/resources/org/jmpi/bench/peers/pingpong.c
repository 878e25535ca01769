/*
 * What BatchSeries.java, PaperSeries.java and Link.java do: messages to and fro, and windows of messages, between ranks 0
 * and 1.
 */
#include "bench.h"

enum { WINDOW = 64, REPETITIONS = 64, LONGEST_IN_WINDOW = 1 << 20 };
enum { TAG_DATA = 1, TAG_ANSWER, TAG_COUNT };

static char *buffer;
static int first;
static int other;
static double warm_up_s;

static void send_data(int size)
{
    MPI_Send(buffer, size, MPI_BYTE, other, TAG_DATA, MPI_COMM_WORLD);
}

static void receive_data(int size)
{
    MPI_Recv(buffer, size, MPI_BYTE, other, TAG_DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void round_trip(int size)
{
    if (first)
        send_data(size);
    receive_data(size);
    if (!first)
        send_data(size);
}

static void window(int size)
{
    MPI_Request requests[WINDOW];
    char answer = 0;
    for (int i = 0; i < WINDOW; i++)
        if (first)
            MPI_Isend(buffer, size, MPI_BYTE, other, TAG_DATA, MPI_COMM_WORLD, &requests[i]);
        else
            MPI_Irecv(buffer, size, MPI_BYTE, other, TAG_DATA, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
    if (first)
        MPI_Recv(&answer, 1, MPI_BYTE, other, TAG_ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(&answer, 1, MPI_BYTE, other, TAG_ANSWER, MPI_COMM_WORLD);
}

static double lead(void (*exchange)(int), int size, long count)
{
    MPI_Send(&count, 1, MPI_LONG, other, TAG_COUNT, MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (long i = 0; i < count; i++)
        exchange(size);
    return MPI_Wtime() - start;
}

static void follow(void (*exchange)(int), int size)
{
    for (;;) {
        long count;
        MPI_Recv(&count, 1, MPI_LONG, other, TAG_COUNT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (count == 0)
            return;
        for (long i = 0; i < count; i++)
            exchange(size);
    }
}

/* Exchanges without timing them until they are warm; returns how many make a batch. */
static long warm_up(const struct pace *pace, void (*exchange)(int), int size)
{
    long count = 1, none = 0;
    double seconds;
    if (!first) {
        follow(exchange, size);
        return count;
    }
    for (double spent = 0; spent < warm_up_s; spent += seconds) {
        seconds = lead(exchange, size, count);
        count = next_count(pace, count, seconds);
    }
    MPI_Send(&none, 1, MPI_LONG, other, TAG_COUNT, MPI_COMM_WORLD);
    warm_up_s = pace->warm_up_s;
    return count;
}

static void measure(const struct options *options, const char *op, void (*exchange)(int), int size, int messages)
{
    const struct pace *pace = &options->pace;
    long count = warm_up(pace, exchange, size), none = 0;
    if (!first) {
        follow(exchange, size);
        return;
    }
    double us[MAX_BATCHES];
    for (int k = 0; k < pace->batches; k++)
        us[k] = lead(exchange, size, count) * 1e6 / count / messages;
    MPI_Send(&none, 1, MPI_LONG, other, TAG_COUNT, MPI_COMM_WORLD);
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    print_sample(op, ranks, size, us, pace->batches);
}

static void measure_as_in_paper(const struct pace *pace, int size)
{
    double us[REPETITIONS];
    int ranks;
    warm_up(pace, round_trip, size);
    for (int k = 0; k < REPETITIONS; k++) {
        double start = MPI_Wtime();
        round_trip(size);
        us[k] = (MPI_Wtime() - start) * 1e6;
    }
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (first)
        print_sample("roundtrip", ranks, size, us, REPETITIONS);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    struct options options = parse(argc, argv);
    int me, ranks, longest = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks < 2)
        refuse("1 rank");
    first = me == 0;
    other = 1 - me;
    warm_up_s = options.pace.first_warm_up_s;
    for (int i = 0; i < options.n_sizes; i++)
        longest = options.sizes[i] > longest ? options.sizes[i] : longest;
    buffer = malloc(longest);
    if (!buffer)
        refuse("size: no memory");
    memset(buffer, 1, longest);
    if (me < 2 && options.paper) {
        for (int i = 0; i < options.n_sizes; i++)
            measure_as_in_paper(&options.pace, options.sizes[i]);
    } else if (me < 2) {
        for (int i = 0; i < options.n_sizes; i++)
            measure(&options, "pingpong", round_trip, options.sizes[i], 2);
        for (int i = 0; i < options.n_sizes; i++)
            if (options.sizes[i] <= LONGEST_IN_WINDOW)
                measure(&options, "stream", window, options.sizes[i], WINDOW);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    free(buffer);
    return 0;
}
