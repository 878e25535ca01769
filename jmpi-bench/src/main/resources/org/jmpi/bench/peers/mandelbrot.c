/*
 * What Mandelbrot.java, Master.java, Worker.java and Orbit.java do: the Mandelbrot set by master and workers, on a grid of
 * 512 x 512 points in tasks of 20 x 20. To be compiled without fused multiplication and addition, as Java has none: the
 * checksum, the sum of all iterations, must be the same.
 */
#include "bench.h"

enum { SIZE = 512, TILE = 20, COLUMNS = (SIZE + TILE - 1) / TILE, TASKS = COLUMNS * COLUMNS, LIMIT = 1000 };
enum { TAG_TASK = 1, TAG_RESULT, STOP = -1, IN_FLIGHT = 2 };

/* The number of a task, then the iterations of its points. */
static int results[2][1 + TILE * TILE];
static int image[SIZE * SIZE];

static int width(int from)
{
    return SIZE - from < TILE ? SIZE - from : TILE;
}

static int iterations(double cx, double cy)
{
    double x = 0, y = 0, xx = 0, yy = 0;
    int n = 0;
    while (n < LIMIT && xx + yy <= 4) {
        y = 2 * x * y + cy;
        x = xx - yy + cx;
        xx = x * x;
        yy = y * y;
        n++;
    }
    return n;
}

/* Returns the number of points. */
static int compute(int task, int *points)
{
    int left = task % COLUMNS * TILE, top = task / COLUMNS * TILE, k = 0;
    for (int row = top; row < top + width(top); row++)
        for (int column = left; column < left + width(left); column++)
            points[k++] = iterations(-2 + 2.5 * column / SIZE, 1.25 - 2.5 * row / SIZE);
    return k;
}

static void place(const int *result)
{
    int left = result[0] % COLUMNS * TILE, top = result[0] / COLUMNS * TILE;
    for (int row = top; row < top + width(top); row++)
        memcpy(image + row * SIZE + left, result + 1 + (row - top) * width(left), width(left) * sizeof(int));
}

static void worker(void)
{
    MPI_Request sends[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    for (int k = 0;; k = 1 - k) {
        int task;
        MPI_Recv(&task, 1, MPI_INT, 0, TAG_TASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (task == STOP)
            break;
        MPI_Wait(&sends[k], MPI_STATUS_IGNORE);
        results[k][0] = task;
        int points = compute(task, results[k] + 1);
        MPI_Isend(results[k], 1 + points, MPI_INT, 0, TAG_RESULT, MPI_COMM_WORLD, &sends[k]);
    }
    MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
}

static void assign(int to, int task)
{
    MPI_Send(&task, 1, MPI_INT, to, TAG_TASK, MPI_COMM_WORLD);
}

static void master(int workers)
{
    int next = 0;
    for (; next < TASKS && next < IN_FLIGHT * workers; next++)
        assign(1 + next % workers, next);
    for (int done = 0; done < TASKS; done++) {
        MPI_Status status;
        MPI_Recv(results[0], 1 + TILE * TILE, MPI_INT, MPI_ANY_SOURCE, TAG_RESULT, MPI_COMM_WORLD, &status);
        if (next < TASKS)
            assign(status.MPI_SOURCE, next++);
        place(results[0]);
    }
    for (int to = 1; to <= workers; to++)
        assign(to, STOP);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    struct options options = parse(argc, argv);
    int me, ranks, rounds = options.rounds ? options.rounds : options.quick ? 3 : 7;
    double us[MAX_BATCHES];
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks < 2)
        refuse("1 rank");
    if (rounds > MAX_BATCHES)
        refuse("more than 64 rounds");
    for (int k = -options.warm_up; k < rounds; k++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        if (me == 0)
            master(ranks - 1);
        else
            worker();
        if (k >= 0)
            us[k] = (MPI_Wtime() - start) * 1e6;
    }
    if (me == 0) {
        long sum = 0;
        for (int i = 0; i < SIZE * SIZE; i++)
            sum += image[i];
        print_sample("mandelbrot", ranks, 0, us, rounds);
        printf("# checksum %ld\n", sum);
    }
    MPI_Finalize();
    return 0;
}
