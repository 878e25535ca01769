/*
 * What Matrix.java and MatrixProduct.java do: the product of two matrices by master and workers, where a task is one row
 * and one column.
 */
#include "bench.h"
#include "product.h"

enum { TAG_TASK = 1, TAG_RESULT };

static double *task;

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
    memcpy(task, row(number), size * sizeof(double));
    memcpy(task + size, column(number), size * sizeof(double));
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

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    struct options options = parse(argc, argv);
    int me, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks < 2)
        refuse("1 rank");
    set_size(&options);
    task = elements(2 * (size_t)size);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me > 0) {
        work();
    } else {
        int *task_of = calloc(ranks, sizeof(int));
        if (!task_of)
            refuse("no memory");
        fill();
        double start = MPI_Wtime();
        distribute(ranks - 1, task_of);
        report(ranks, (MPI_Wtime() - start) * 1e6);
    }
    MPI_Finalize();
    return 0;
}
