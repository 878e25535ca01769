/* What MatrixProduct.java does: two matrices, the product of a row and a column, and a number for the whole product. */
#ifndef JMPI_PRODUCT_H
#define JMPI_PRODUCT_H

#include "options.h"

enum { SIZE = 1024, QUICK_SIZE = 128 };

static int size;
static double *rows, *columns, *products;

static inline void set_size(const struct options *options)
{
    size = options->size ? options->size : options->quick ? QUICK_SIZE : SIZE;
}

static inline double *elements(size_t count)
{
    double *array = calloc(count, sizeof(double));
    if (!array)
        refuse("--size: no memory");
    return array;
}

static inline double *row(int task)
{
    return rows + (size_t)(task / size) * size;
}

static inline double *column(int task)
{
    return columns + (size_t)(task % size) * size;
}

static inline double multiply(const double *row, const double *column)
{
    double sum = 0;
    for (int k = 0; k < size; k++)
        sum += row[k] * column[k];
    return sum;
}

static inline void fill(void)
{
    rows = elements((size_t)size * size);
    columns = elements((size_t)size * size);
    products = elements((size_t)size * size);
    for (int i = 0; i < size; i++)
        for (int k = 0; k < size; k++) {
            rows[(size_t)i * size + k] = (3 * i + 5 * k) % 11 - 5;
            columns[(size_t)i * size + k] = (2 * i + 7 * k) % 13 - 6;
        }
}

/* Prints the time, and a sum that Java prints, too, whose product has been checked otherwise. */
static inline void report(int ranks, double us)
{
    long sum = 0;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            sum += (long)products[(size_t)i * size + j] * (1 + (i * 31L + j) % 97);
    print_sample("matrix", ranks, 0, &us, 1);
    printf("# checksum %ld\n", sum);
}

#endif
