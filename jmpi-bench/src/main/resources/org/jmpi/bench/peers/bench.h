/* What the programs for MPI have in common. */
#ifndef JMPI_BENCH_H
#define JMPI_BENCH_H

#include <mpi.h>

#include "options.h"

static void end_job(int code)
{
    MPI_Abort(MPI_COMM_WORLD, code);
}

#endif
