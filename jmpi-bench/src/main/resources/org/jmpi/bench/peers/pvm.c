/*
 * What PaperSeries.java and Matrix.java do, by PVM: a master with the tasks that it spawns, in a virtual machine of its own.
 *
 *   PROGRAM pingpong|matrix [--direct] --np N [the options of options.h]
 *
 * The daemon keeps its files in a new folder in TMPDIR, and ends with the master. Messages go through the daemon, or with
 * --direct from task to task.
 */
#include "product.h"

#include <dirent.h>
#include <errno.h>
#include <pvm3.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { REPETITIONS = 64, TAG_DATA = 1, TAG_TASK, TAG_RESULT, TAG_END, START_MS = 10000 };

static pid_t daemon_pid;
static char folder[4096];
static double warm_up_s;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void remove_folder(void)
{
    DIR *files = opendir(folder);
    char path[2 * sizeof folder];
    for (struct dirent *file; files && (file = readdir(files));) {
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        unlink(path);
    }
    if (files)
        closedir(files);
    rmdir(folder);
}

/* The daemon ends its tasks when it is asked to end: this one, too, if it has not read yet that it has left PVM. */
static void end_daemon(void)
{
    if (daemon_pid <= 0)
        return;
    signal(SIGTERM, SIG_IGN);
    kill(daemon_pid, SIGTERM);
    waitpid(daemon_pid, NULL, 0);
    remove_folder();
}

static void end_job(int code)
{
    end_daemon();
    exit(code);
}

static void on_signal(int number)
{
    end_daemon();
    _exit(128 + number);
}

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    end_job(1);
}

/* Waits for the file in which the daemon tells its tasks where it listens. */
static void await_daemon(void)
{
    char path[2 * sizeof folder];
    struct stat found;
    struct timespec pause = {0, 1000000};
    snprintf(path, sizeof path, "%s/pvmd.%d", folder, (int)getuid());
    for (int ms = 0; ms < START_MS; ms++) {
        if (stat(path, &found) == 0 && found.st_size > 0)
            return;
        if (waitpid(daemon_pid, NULL, WNOHANG) != 0) {
            daemon_pid = 0;
            remove_folder();
            fail("pvmd ended at once");
        }
        nanosleep(&pause, NULL);
    }
    fail("pvmd did not start within 10 s");
}

static void start_daemon(void)
{
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/jmpi-pvm-XXXXXX", parent ? parent : "/tmp");
    if (!mkdtemp(folder))
        fail("no folder for pvmd");
    setenv("PVM_TMP", folder, 1);
    signal(SIGTERM, on_signal);
    signal(SIGINT, on_signal);
    daemon_pid = fork();
    if (daemon_pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        setpgid(0, 0);
        freopen("/dev/null", "r", stdin);
        freopen("/dev/null", "w", stdout);
        execlp("pvmd", "pvmd", "-n127.0.0.1", NULL);
        _exit(127);
    }
    await_daemon();
}

static void pack_and_send(char *bytes, int length, int to)
{
    pvm_initsend(PvmDataRaw);
    pvm_pkbyte(bytes, length, 1);
    pvm_send(to, TAG_DATA);
}

static void receive_and_unpack(char *bytes, int length, int from)
{
    pvm_recv(from, TAG_DATA);
    pvm_upkbyte(bytes, length, 1);
}

static void round_trip(char *bytes, int length, int other)
{
    pack_and_send(bytes, length, other);
    receive_and_unpack(bytes, length, other);
}

static void lead(const struct options *options, int other)
{
    for (int i = 0; i < options->n_sizes; i++) {
        int length = options->sizes[i];
        double us[REPETITIONS], end = now() + warm_up_s;
        char *bytes = malloc(length + 1);
        if (!bytes)
            fail("no memory");
        memset(bytes, 1, length);
        while (now() < end)
            round_trip(bytes, length, other);
        warm_up_s = options->pace.warm_up_s;
        for (int k = 0; k < REPETITIONS; k++) {
            double start = now();
            round_trip(bytes, length, other);
            us[k] = (now() - start) * 1e6;
        }
        print_sample("roundtrip", 2, length, us, REPETITIONS);
        free(bytes);
    }
}

static void answer(int master)
{
    char *bytes = NULL;
    for (;;) {
        int length, tag, from, buffer = pvm_recv(master, -1);
        if (buffer < 0)
            return;
        pvm_bufinfo(buffer, &length, &tag, &from);
        if (tag == TAG_END)
            break;
        bytes = realloc(bytes, length + 1);
        pvm_upkbyte(bytes, length, 1);
        pack_and_send(bytes, length, master);
    }
    free(bytes);
}

static void assign(int worker, int number)
{
    pvm_initsend(PvmDataRaw);
    pvm_pkdouble(row(number), size, 1);
    pvm_pkdouble(column(number), size, 1);
    pvm_send(worker, TAG_TASK);
}

static int number_of(const int *tids, int workers, int tid)
{
    for (int worker = 0; worker < workers; worker++)
        if (tids[worker] == tid)
            return worker;
    fail("a result of no worker");
    return -1;
}

static void distribute(const int *tids, int workers)
{
    int next = 0, tasks = size * size, *task_of = calloc(workers, sizeof(int));
    for (int worker = 0; worker < workers && next < tasks; worker++)
        assign(tids[worker], task_of[worker] = next++);
    for (int done = 0; done < tasks; done++) {
        int length, tag, tid, buffer = pvm_recv(-1, TAG_RESULT);
        if (buffer < 0)
            fail("a result did not come");
        pvm_bufinfo(buffer, &length, &tag, &tid);
        int worker = number_of(tids, workers, tid);
        pvm_upkdouble(products + task_of[worker], 1, 1);
        if (next < tasks)
            assign(tid, task_of[worker] = next++);
    }
    free(task_of);
}

static void work(int master)
{
    double *task = elements(2 * (size_t)size);
    for (;;) {
        int length, tag, from, buffer = pvm_recv(master, -1);
        if (buffer < 0)
            return;
        pvm_bufinfo(buffer, &length, &tag, &from);
        if (tag == TAG_END)
            break;
        pvm_upkdouble(task, size, 1);
        pvm_upkdouble(task + size, size, 1);
        double result = multiply(task, task + size);
        pvm_initsend(PvmDataRaw);
        pvm_pkdouble(&result, 1, 1);
        pvm_send(master, TAG_RESULT);
    }
    free(task);
}

/* Starts the other tasks with this command line. */
static void spawn(char **argv, int *tids, int workers)
{
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0)
        fail("no path of this program");
    program[length] = 0;
    int started = pvm_spawn(program, argv + 1, PvmTaskDefault, "", workers, tids);
    if (started < workers)
        fail("a task did not start");
}

static void run_master(char **argv, int matrix, int ranks, const struct options *options)
{
    int workers = ranks - 1, *tids = calloc(workers, sizeof(int));
    spawn(argv, tids, workers);
    if (matrix) {
        fill();
        double start = now();
        distribute(tids, workers);
        report(ranks, (now() - start) * 1e6);
    } else {
        lead(options, tids[0]);
    }
    pvm_initsend(PvmDataRaw);
    pvm_mcast(tids, workers, TAG_END);
    free(tids);
}

static int is_matrix(const char *program)
{
    if (strcmp(program, "matrix") != 0 && strcmp(program, "pingpong") != 0)
        refuse(program);
    return strcmp(program, "matrix") == 0;
}

int main(int argc, char **argv)
{
    int first = 2, direct = argc > first && strcmp(argv[first], "--direct") == 0;
    first += direct;
    if (argc < first + 2 || strcmp(argv[first], "--np") != 0 || atoi(argv[first + 1]) < 2)
        refuse("needs pingpong or matrix, and --np 2 or more");
    struct options options = parse(argc - first - 1, argv + first + 1);
    int ranks = atoi(argv[first + 1]), matrix = is_matrix(argv[1]);
    set_size(&options);
    warm_up_s = options.pace.first_warm_up_s;
    int spawned = getenv("PVMTASK") != NULL || getenv("PVMEPID") != NULL;
    if (!spawned)
        start_daemon();
    else
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (pvm_mytid() < 0)
        fail("no task of PVM");
    if (direct)
        pvm_setopt(PvmRoute, PvmRouteDirect);
    if (!spawned)
        run_master(argv, matrix, ranks, &options);
    else if (matrix)
        work(pvm_parent());
    else
        answer(pvm_parent());
    pvm_exit();
    end_daemon();
    return 0;
}
