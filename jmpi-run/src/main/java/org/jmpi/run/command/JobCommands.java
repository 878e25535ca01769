package org.jmpi.run.command;

import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.run.lifecycle.WatchMode;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.JvmHook;
import org.jmpi.run.system.Terminal;
import org.jmpi.run.system.TerminalSize;
import org.jmpi.run.system.ThisHost;
import org.jmpi.run.watch.AttachClient;
import org.jmpi.run.watch.JobFolder;
import org.jmpi.run.watch.JobStatus;
import org.jmpi.run.watch.View;
import org.jmpi.run.watch.Watch;
import org.jmpi.run.watch.WatchPage;

/** The commands that attach to running jobs. Each returns an exit code. */
public final class JobCommands {
    /** How long all jobs of a list may take to answer. */
    private static final long LIST_SECONDS = 3;

    private static final int FAILED = 1;

    private final JobFolder folder;
    private final PrintStream out;
    private final PrintStream err;

    public JobCommands(JobFolder folder, PrintStream out, PrintStream err) {
        this.folder = folder;
        this.out = out;
        this.err = err;
    }

    /** An action on a connection to a job. */
    @FunctionalInterface
    private interface Action {
        int run(AttachClient client) throws IOException;
    }

    public int list() {
        Map<String, Optional<JobStatus>> jobs = statuses();
        if (jobs.isEmpty()) {
            err.println("jmpirun: no job of " + folder.user() + " runs on " + ThisHost.name());
            return 0;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("JOB", "STATE", "RANKS", "HOSTS", "TIME", "PID", "PROGRAM"));
        jobs.forEach((name, status) ->
                rows.add(status.map(JobCommands::row).orElse(List.of(name, "no answer", "-", "-", "-", "-", "-"))));
        out.print(table(rows));
        return 0;
    }

    private static List<String> row(JobStatus status) {
        return List.of(
                status.name(),
                status.state(),
                Integer.toString(status.ranks().size()),
                Integer.toString(status.hosts()),
                status.time(),
                Long.toString(status.pid()),
                status.program());
    }

    /** Returns lines in which the columns but the last one are as wide as the widest cell. */
    private static String table(List<List<String>> rows) {
        StringBuilder text = new StringBuilder();
        int last = rows.get(0).size() - 1;
        for (List<String> row : rows) {
            for (int column = 0; column < last; column++) {
                int at = column;
                int width = rows.stream()
                        .mapToInt(each -> each.get(at).length())
                        .max()
                        .orElse(0);
                text.append(String.format("%-" + (width + 2) + "s", row.get(column)));
            }
            text.append(row.get(last)).append(System.lineSeparator());
        }
        return text.toString();
    }

    /** Returns what each job is at; nothing for one that does not answer. One that has ended meanwhile is left out. */
    private Map<String, Optional<JobStatus>> statuses() {
        Set<String> ended = ConcurrentHashMap.newKeySet();
        Map<String, CompletableFuture<Optional<JobStatus>>> asked = new LinkedHashMap<>();
        for (String job : jobs())
            asked.put(
                    job,
                    CompletableFuture.supplyAsync(
                                    () -> status(job, ended), body -> new DaemonThread(body, "jmpirun-ps").start())
                            .completeOnTimeout(Optional.empty(), LIST_SECONDS, TimeUnit.SECONDS));
        Map<String, Optional<JobStatus>> found = new LinkedHashMap<>();
        asked.forEach((job, answer) -> found.put(job, answer.join()));
        found.keySet().removeAll(ended);
        return found;
    }

    private Optional<JobStatus> status(String job, Set<String> ended) {
        try (AttachClient client = AttachClient.connect(folder, job)) {
            return Optional.of(client.status());
        } catch (NoSuchFileException | EOFException e) {
            ended.add(job);
        } catch (IOException e) {
            // The list names it as one that does not answer.
        }
        return Optional.empty();
    }

    private List<String> jobs() {
        try {
            return folder.jobs();
        } catch (IOException e) {
            throw new BadInputException(e.getMessage(), e);
        }
    }

    public int stacks(String given) {
        return attach(find(given), client -> {
            out.println(client.stacks());
            return 0;
        });
    }

    public int stop(String given) {
        String job = find(given);
        return attach(job, client -> {
            client.stop();
            out.println("job " + job + " has ended");
            return 0;
        });
    }

    public int watch(String given, boolean web) {
        String job = find(given);
        return attach(job, client -> {
            // The first state: a job that does not answer is no view.
            client.status();
            try {
                if (web) watchByPage(client);
                else watchHere(client);
                return 0;
            } catch (EOFException e) {
                out.println("job " + job + " has ended");
                return 0;
            }
        });
    }

    private void watchHere(AttachClient client) throws IOException {
        boolean drawable = Terminal.isDrawable() && TerminalSize.now().isPresent();
        Consumer<String> text = drawable ? this::write : out::println;
        try (Watch watch =
                Watch.start(client::status, drawable ? new View.Alone(Terminal::size) : new View.Lines(), text)) {
            // Ctrl-C leaves the view.
            JvmHook.add(new Thread(watch::close, "jmpirun-watch-end"));
            watch.await();
        }
    }

    private void write(String sequences) {
        out.print(sequences);
        out.flush();
    }

    private void watchByPage(AttachClient client) throws IOException {
        WatchMode.checkWeb(ModuleLayer.boot());
        Watch.Source one = new Watch.Source() {
            @Override
            public synchronized JobStatus status() throws IOException {
                return client.status();
            }
        };
        try (WatchPage page = WatchPage.open(one)) {
            out.println("watch the job at " + page.address());
            Watch.start(one, status -> "", text -> {}).await();
        }
    }

    private int attach(String job, Action action) {
        try (AttachClient client = AttachClient.connect(folder, job)) {
            return action.run(client);
        } catch (NoSuchFileException e) {
            throw new BadInputException(unknown(job), e);
        } catch (EOFException e) {
            err.println("jmpirun: job " + job + " has ended meanwhile");
        } catch (IOException e) {
            err.println("jmpirun: job " + job + ": " + e.getMessage());
        }
        return FAILED;
    }

    /**
     * Returns the name of a job.
     *
     * @param given its name, a beginning of it, or the id of its jmpirun; null if it is the only one
     * @throws BadInputException if there is no such job, or there are several
     */
    private String find(String given) {
        List<String> jobs = jobs();
        if (given != null && jobs.contains(given)) return given;
        List<String> found = given == null
                ? jobs
                : jobs.stream().filter(job -> job.startsWith(given)).toList();
        if (found.size() == 1) return found.get(0);
        if (found.size() > 1)
            throw new BadInputException((given == null ? "several jobs run" : given + ": several jobs begin so")
                    + ": name one of " + String.join(", ", found) + " ('jmpirun ps' lists them)");
        if (given == null) throw new BadInputException("no job of " + folder.user() + " runs on " + ThisHost.name());
        return ofProcess(given).orElseThrow(() -> new BadInputException(unknown(given)));
    }

    /** Returns the job of the jmpirun that has this process id. */
    private Optional<String> ofProcess(String given) {
        if (!given.matches("\\d{1,18}")) return Optional.empty();
        long pid = Long.parseLong(given);
        Map<String, Optional<JobStatus>> jobs = statuses();
        Optional<String> found = jobs.values().stream()
                .flatMap(Optional::stream)
                .filter(status -> status.pid() == pid)
                .map(JobStatus::name)
                .findFirst();
        List<String> silent =
                jobs.keySet().stream().filter(job -> jobs.get(job).isEmpty()).toList();
        if (found.isEmpty() && !silent.isEmpty())
            throw new BadInputException("none of the jobs that answer belongs to process " + given + "; "
                    + String.join(", ", silent) + " does not answer: is its jmpirun stopped?");
        return found;
    }

    private String unknown(String given) {
        String line = "no job " + given + " of " + folder.user() + " runs on " + ThisHost.name()
                + ": 'jmpirun ps' lists the jobs, and only the user who has started one can attach to it";
        if (!given.matches("\\d{1,18}")) return line;
        return ProcessHandle.of(Long.parseLong(given))
                .flatMap(process -> process.info().user())
                .filter(user -> !user.equals(folder.user()))
                .map(user ->
                        "process " + given + " belongs to " + user + ", and only " + user + " can attach to its job")
                .orElse(line);
    }
}
