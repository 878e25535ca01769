/*
 * What Matrix.java and MatrixProduct.java do: the product of two matrices by master and workers, where a task is one row
 * and one column.
 */
#include "bench.h"

enum { TAG_TASK = 1, TAG_RESULT, SIZE = 1024, QUICK_SIZE = 128 };

static int size;
static double *rows, *columns, *products, *task;

static double *matrix(void)
{
    double *elements = calloc((size_t)size * size, sizeof(double));
    if (!elements)
        refuse("--size: no memory");
    return elements;
}

static double multiply(const double *row, const double *column)
{
    double sum = 0;
    for (int k = 0; k < size; k++)
        sum += row[k] * column[k];
    return sum;
}

static void work(void)
{
    for (;;) {
        MPI_Status status;
        int count;
        MPI_Recv(task, 2 * size, MPI_DOUBLE, 0, TAG_TASK, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_DOUBLE, &count);
        if (count == 0)
            return;
        double result = multiply(task, task + size);
        MPI_Send(&result, 1, MPI_DOUBLE, 0, TAG_RESULT, MPI_COMM_WORLD);
    }
}

static void assign(int worker, int number)
{
    memcpy(task, rows + (size_t)(number / size) * size, size * sizeof(double));
    memcpy(task + size, columns + (size_t)(number % size) * size, size * sizeof(double));
    MPI_Send(task, 2 * size, MPI_DOUBLE, worker, TAG_TASK, MPI_COMM_WORLD);
}

static void distribute(int workers, int *task_of)
{
    int next = 0, tasks = size * size;
    for (int worker = 1; worker <= workers && next < tasks; worker++)
        assign(worker, task_of[worker] = next++);
    for (int done = 0; done < tasks; done++) {
        double result;
        MPI_Status status;
        MPI_Recv(&result, 1, MPI_DOUBLE, MPI_ANY_SOURCE, TAG_RESULT, MPI_COMM_WORLD, &status);
        products[task_of[status.MPI_SOURCE]] = result;
        if (next < tasks)
            assign(status.MPI_SOURCE, task_of[status.MPI_SOURCE] = next++);
    }
    for (int worker = 1; worker <= workers; worker++)
        MPI_Send(task, 0, MPI_DOUBLE, worker, TAG_TASK, MPI_COMM_WORLD);
}

static void fill(void)
{
    rows = matrix();
    columns = matrix();
    products = matrix();
    for (int i = 0; i < size; i++)
        for (int k = 0; k < size; k++) {
            rows[(size_t)i * size + k] = (3 * i + 5 * k) % 11 - 5;
            columns[(size_t)i * size + k] = (2 * i + 7 * k) % 13 - 6;
        }
}

/* That of Java, whose product has been checked otherwise, too. */
static long checksum(void)
{
    long sum = 0;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            sum += (long)products[(size_t)i * size + j] * (1 + (i * 31L + j) % 97);
    return sum;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    struct options options = parse(argc, argv);
    int me, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks < 2)
        refuse("1 rank");
    size = options.size ? options.size : options.quick ? QUICK_SIZE : SIZE;
    task = calloc(2 * (size_t)size, sizeof(double));
    if (!task)
        refuse("--size: no memory");
    MPI_Barrier(MPI_COMM_WORLD);
    if (me > 0) {
        work();
    } else {
        int *task_of = calloc(ranks, sizeof(int));
        if (!task_of)
            refuse("no memory");
        fill();
        double start = MPI_Wtime(), us;
        distribute(ranks - 1, task_of);
        us = (MPI_Wtime() - start) * 1e6;
        print_sample("matrix", ranks, 0, &us, 1);
        printf("# checksum %ld\n", checksum());
    }
    MPI_Finalize();
    return 0;
}
