/*
 * Calls by ONC RPC over TCP on the loopback device, without a port mapper: what Calls.java does, and the calls that
 * Rpc.java times.
 *
 *   PROGRAM pingpong|matrix --np N [the options of options.h]
 *   PROGRAM calls
 *
 * The last one reads lines such as "opaque 1024 500" (500 calls with 1024 bytes), and answers each with the time of all
 * calls in ns. In XDR the program is
 *
 *   program CALLED {
 *       version CALLED_1 {
 *           void NOTHING(void) = 0;
 *           bytes ECHO(bytes) = 1;                  typedef opaque bytes<>
 *           double MULTIPLY(row_and_column) = 2;    struct { double row<>; double column<>; }
 *           void WORD(int) = 3;
 *           void WORDS(two_words) = 4;              struct { int first; int second; }
 *           void OPAQUE(bytes) = 5;
 *           long CALLS(void) = 6;                   the calls of 3, 4 and 5 so far
 *       } = 1;
 *   } = 0x20000001;
 */
#include "product.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <rpc/rpc.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PROGRAM = 0x20000001, VERSION = 1, BUFFER = 1 << 16, REPETITIONS = 64, BACKLOG = 8 };
enum procedure { NOTHING, ECHO, MULTIPLY, WORD, WORDS, OPAQUE, CALLS };

struct bytes {
    char *data;
    u_int length;
};

struct words {
    int first;
    int second;
};

struct task {
    double *row;
    u_int row_length;
    double *column;
    u_int column_length;
};

struct server {
    pid_t pid;
    CLIENT *client;
};

static const struct timeval PATIENCE = {60, 0};
static struct server *servers;
static int n_servers;
static double warm_up_s;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void end_servers(void)
{
    for (int i = 0; i < n_servers; i++) {
        if (servers[i].client)
            clnt_destroy(servers[i].client);
        kill(servers[i].pid, SIGKILL);
        waitpid(servers[i].pid, NULL, 0);
    }
}

static void end_job(int code)
{
    end_servers();
    exit(code);
}

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    end_job(1);
}

/* ---- the values on the wire ---- */

static bool_t xdr_of_bytes(XDR *xdr, struct bytes *bytes)
{
    return xdr_bytes(xdr, &bytes->data, &bytes->length, ~0u);
}

static bool_t xdr_of_words(XDR *xdr, struct words *words)
{
    return xdr_int(xdr, &words->first) && xdr_int(xdr, &words->second);
}

static bool_t xdr_of_doubles(XDR *xdr, double **array, u_int *length)
{
    return xdr_array(xdr, (char **)array, length, ~0u, sizeof(double), (xdrproc_t)xdr_double);
}

static bool_t xdr_of_task(XDR *xdr, struct task *task)
{
    return xdr_of_doubles(xdr, &task->row, &task->row_length)
           && xdr_of_doubles(xdr, &task->column, &task->column_length);
}

/* ---- the server ---- */

static long calls;

static void answer_bytes(SVCXPRT *transport, int echoes)
{
    struct bytes bytes = {NULL, 0};
    if (!svc_getargs(transport, (xdrproc_t)xdr_of_bytes, (char *)&bytes)) {
        svcerr_decode(transport);
        return;
    }
    calls += !echoes;
    if (echoes)
        svc_sendreply(transport, (xdrproc_t)xdr_of_bytes, (char *)&bytes);
    else
        svc_sendreply(transport, (xdrproc_t)xdr_void, NULL);
    svc_freeargs(transport, (xdrproc_t)xdr_of_bytes, (char *)&bytes);
}

static void answer_task(SVCXPRT *transport)
{
    struct task task = {NULL, 0, NULL, 0};
    if (!svc_getargs(transport, (xdrproc_t)xdr_of_task, (char *)&task) || task.row_length != task.column_length) {
        svcerr_decode(transport);
        return;
    }
    size = (int)task.row_length;
    double result = multiply(task.row, task.column);
    svc_sendreply(transport, (xdrproc_t)xdr_double, (char *)&result);
    svc_freeargs(transport, (xdrproc_t)xdr_of_task, (char *)&task);
}

static void answer_words(SVCXPRT *transport, xdrproc_t of_argument)
{
    struct words words = {0, 0};
    if (!svc_getargs(transport, of_argument, (char *)&words)) {
        svcerr_decode(transport);
        return;
    }
    calls++;
    svc_sendreply(transport, (xdrproc_t)xdr_void, NULL);
}

static void dispatch(struct svc_req *request, SVCXPRT *transport)
{
    switch ((enum procedure)request->rq_proc) {
    case NOTHING:
        svc_sendreply(transport, (xdrproc_t)xdr_void, NULL);
        break;
    case ECHO:
        answer_bytes(transport, 1);
        break;
    case MULTIPLY:
        answer_task(transport);
        break;
    case WORD:
        answer_words(transport, (xdrproc_t)xdr_int);
        break;
    case WORDS:
        answer_words(transport, (xdrproc_t)xdr_of_words);
        break;
    case OPAQUE:
        answer_bytes(transport, 0);
        break;
    case CALLS:
        svc_sendreply(transport, (xdrproc_t)xdr_long, (char *)&calls);
        break;
    default:
        svcerr_noproc(transport);
    }
}

static void serve(int listener)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    SVCXPRT *transport = svctcp_create(listener, BUFFER, BUFFER);
    /* With protocol 0 no port mapper hears of it. */
    if (!transport || !svc_register(transport, PROGRAM, VERSION, dispatch, 0))
        _exit(1);
    svc_run();
    _exit(1);
}

/* ---- the client ---- */

static CLIENT *connect_to(struct sockaddr_in *address)
{
    int on = 1, channel = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(channel, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(channel, (struct sockaddr *)address, sizeof *address) != 0)
        fail("cannot connect to the server");
    CLIENT *client = clnttcp_create(address, PROGRAM, VERSION, &channel, BUFFER, BUFFER);
    if (!client)
        fail(clnt_spcreateerror("no client"));
    clnt_control(client, CLSET_FD_CLOSE, NULL);
    return client;
}

static void start_servers(int count)
{
    servers = calloc(count, sizeof *servers);
    for (int i = 0; i < count; i++) {
        int on = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
        struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        socklen_t length = sizeof address;
        setsockopt(listener, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        if (bind(listener, (struct sockaddr *)&address, length) != 0 || listen(listener, BACKLOG) != 0
            || getsockname(listener, (struct sockaddr *)&address, &length) != 0)
            fail("cannot listen on the loopback device");
        pid_t pid = fork();
        if (pid == 0)
            serve(listener);
        close(listener);
        servers[n_servers++] = (struct server){pid, NULL};
        servers[i].client = connect_to(&address);
    }
}

static void call(CLIENT *client, enum procedure procedure, xdrproc_t of_argument, void *argument, xdrproc_t of_result,
                 void *result)
{
    enum clnt_stat status = clnt_call(client, procedure, of_argument, argument, of_result, result, PATIENCE);
    if (status != RPC_SUCCESS)
        fail(clnt_sperror(client, "a call failed"));
}

static void send_bytes(CLIENT *client, enum procedure procedure, struct bytes *argument, struct bytes *result)
{
    xdrproc_t of_result = result ? (xdrproc_t)xdr_of_bytes : (xdrproc_t)xdr_void;
    call(client, procedure, (xdrproc_t)xdr_of_bytes, argument, of_result, result);
}

static struct bytes make_bytes(int length)
{
    struct bytes bytes = {malloc(length + 1), length};
    if (!bytes.data)
        fail("no memory");
    memset(bytes.data, 1, length);
    return bytes;
}

static void echo(CLIENT *client, const struct options *options)
{
    for (int i = 0; i < options->n_sizes; i++) {
        struct bytes argument = make_bytes(options->sizes[i]), result = make_bytes(options->sizes[i]);
        double us[REPETITIONS], end = now() + warm_up_s;
        while (now() < end)
            send_bytes(client, ECHO, &argument, &result);
        warm_up_s = options->pace.warm_up_s;
        for (int k = 0; k < REPETITIONS; k++) {
            double start = now();
            send_bytes(client, ECHO, &argument, &result);
            us[k] = (now() - start) * 1e6;
        }
        print_sample("roundtrip", 2, options->sizes[i], us, REPETITIONS);
        free(argument.data);
        free(result.data);
    }
}

static void *distribute(void *client)
{
    static int next;
    for (;;) {
        int number = __atomic_fetch_add(&next, 1, __ATOMIC_RELAXED);
        if (number >= size * size)
            return NULL;
        struct task task = {row(number), size, column(number), size};
        call(client, MULTIPLY, (xdrproc_t)xdr_of_task, &task, (xdrproc_t)xdr_double, products + number);
    }
}

static void multiply_all(void)
{
    pthread_t *threads = calloc(n_servers, sizeof *threads);
    fill();
    double start = now();
    for (int i = 0; i < n_servers; i++)
        if (pthread_create(&threads[i], NULL, distribute, servers[i].client) != 0)
            fail("no thread");
    for (int i = 0; i < n_servers; i++)
        pthread_join(threads[i], NULL);
    report(1 + n_servers, (now() - start) * 1e6);
    free(threads);
}

static long count_calls(CLIENT *client)
{
    long count;
    call(client, CALLS, (xdrproc_t)xdr_void, NULL, (xdrproc_t)xdr_long, &count);
    return count;
}

static void call_with(CLIENT *client, enum procedure procedure, struct words *words, struct bytes *bytes)
{
    if (procedure == NOTHING)
        call(client, NOTHING, (xdrproc_t)xdr_void, NULL, (xdrproc_t)xdr_void, NULL);
    else if (procedure == WORD)
        call(client, WORD, (xdrproc_t)xdr_int, &words->first, (xdrproc_t)xdr_void, NULL);
    else if (procedure == WORDS)
        call(client, WORDS, (xdrproc_t)xdr_of_words, words, (xdrproc_t)xdr_void, NULL);
    else
        send_bytes(client, OPAQUE, bytes, NULL);
}

static enum procedure procedure_of(const char *name)
{
    static const char *const names[] = {"nothing", NULL, NULL, "word", "words", "opaque"};
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        if (names[i] && strcmp(names[i], name) == 0)
            return (enum procedure)i;
    refuse(name);
    return NOTHING;
}

static void take_orders(CLIENT *client)
{
    char name[16];
    int length;
    long times;
    struct words words = {1, 2};
    while (scanf("%15s %d %ld", name, &length, &times) == 3) {
        enum procedure procedure = procedure_of(name);
        struct bytes bytes = make_bytes(length);
        long before = count_calls(client);
        double start = now();
        for (long i = 0; i < times; i++)
            call_with(client, procedure, &words, &bytes);
        double seconds = now() - start;
        if (procedure != NOTHING && count_calls(client) != before + times)
            fail("a call had no effect");
        printf("%.0f\n", seconds * 1e9);
        fflush(stdout);
        free(bytes.data);
    }
}

int main(int argc, char **argv)
{
    const char *program = argc > 1 ? argv[1] : "";
    int orders = strcmp(program, "calls") == 0, matrix = strcmp(program, "matrix") == 0;
    if (orders) {
        start_servers(1);
        take_orders(servers[0].client);
        end_servers();
        return 0;
    }
    if (argc < 4 || (!matrix && strcmp(program, "pingpong") != 0) || strcmp(argv[2], "--np") != 0 || atoi(argv[3]) < 2)
        refuse("needs calls, pingpong or matrix, and --np 2 or more");
    struct options options = parse(argc - 3, argv + 3);
    set_size(&options);
    warm_up_s = options.pace.first_warm_up_s;
    start_servers(matrix ? atoi(argv[3]) - 1 : 1);
    if (matrix)
        multiply_all();
    else
        echo(servers[0].client, &options);
    end_servers();
    return 0;
}
