/*
 * What all programs have in common: their command line, and how long is measured.
 *
 *   PROGRAM [--quick] [--samples] [--paper] [--sizes 'N ...'] [--warm-up N] [--rounds N] [--size N]
 *           [--memory allocate|create] [--computing] [--processes N]
 *
 * The numbers are those of Pace.java, and the lines of output those of Series.java.
 */
#ifndef JMPI_OPTIONS_H
#define JMPI_OPTIONS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZES = 64, MAX_BATCHES = 64 };

struct pace {
    int batches;
    double batch_s;
    double first_warm_up_s;
    double warm_up_s;
};

struct options {
    struct pace pace;
    int quick;
    int paper;
    int create;
    int computing;
    int warm_up;
    int rounds;
    int processes;
    int size;
    int sizes[MAX_SIZES];
    int n_sizes;
};

/* Ends the job. */
static void end_job(int code);

static inline void refuse(const char *what)
{
    fprintf(stderr, "cannot use: %s\n", what);
    end_job(2);
}

static inline void parse_sizes(struct options *options, const char *text)
{
    char *end;
    for (long size = strtol(text, &end, 10); end != text; size = strtol(text, &end, 10)) {
        if (size < 0 || size > 1 << 30 || options->n_sizes == MAX_SIZES)
            refuse(text);
        options->sizes[options->n_sizes++] = (int)size;
        text = end;
    }
}

static inline int parse_number(const char *text)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (*end || end == text || number < 0 || number > 1 << 30)
        refuse(text);
    return (int)number;
}

static inline struct options parse(int argc, char **argv)
{
    static const struct pace full = {9, 0.020, 1.0, 0.2}, quick = {5, 0.004, 0.3, 0.03};
    struct options options = {.pace = full};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0) {
            options.quick = 1;
            options.pace = quick;
        } else if (strcmp(argv[i], "--sizes") == 0 && i + 1 < argc) {
            parse_sizes(&options, argv[++i]);
        } else if (strcmp(argv[i], "--warm-up") == 0 && i + 1 < argc) {
            options.warm_up = parse_number(argv[++i]);
        } else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc) {
            options.rounds = parse_number(argv[++i]);
        } else if (strcmp(argv[i], "--processes") == 0 && i + 1 < argc) {
            options.processes = parse_number(argv[++i]);
        } else if (strcmp(argv[i], "--size") == 0 && i + 1 < argc) {
            options.size = parse_number(argv[++i]);
        } else if (strcmp(argv[i], "--paper") == 0) {
            options.paper = 1;
        } else if (strcmp(argv[i], "--computing") == 0) {
            options.computing = 1;
        } else if (strcmp(argv[i], "--memory") == 0 && i + 1 < argc) {
            options.create = strcmp(argv[++i], "create") == 0;
        } else if (strcmp(argv[i], "--samples") != 0) {
            refuse(argv[i]);
        }
    }
    return options;
}

/* How many operations to time next, if `count` of them took `seconds`. */
static inline long next_count(const struct pace *pace, long count, double seconds)
{
    if (seconds < pace->batch_s / 2)
        return 2 * count;
    long next = (long)(count * pace->batch_s / seconds);
    return next > 0 ? next : 1;
}

static inline void print_sample(const char *op, int ranks, int bytes, const double *us, int n)
{
    printf("sample,%s,%d,%d,", op, ranks, bytes);
    for (int k = 0; k < n; k++)
        printf("%s%.4f", k ? " " : "", us[k]);
    putchar('\n');
    fflush(stdout);
}

#endif
