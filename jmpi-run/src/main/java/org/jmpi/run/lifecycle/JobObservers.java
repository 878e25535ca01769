package org.jmpi.run.lifecycle;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.comm.control.ControlMessage;
import org.jmpi.comm.control.LaunchedRanks;
import org.jmpi.run.plan.App;
import org.jmpi.run.plan.JobPlan;
import org.jmpi.run.system.Terminal;
import org.jmpi.run.system.TerminalSize;
import org.jmpi.run.system.ThisHost;
import org.jmpi.run.watch.AttachServer;
import org.jmpi.run.watch.JobDescription;
import org.jmpi.run.watch.JobFolder;
import org.jmpi.run.watch.JobSampler;
import org.jmpi.run.watch.View;
import org.jmpi.run.watch.Watch;
import org.jmpi.run.watch.WatchPage;

/** Those who look at a running job: the commands that attach to it, and the view that {@code --watch} asks for. */
final class JobObservers implements AutoCloseable {
    private final JobPlan plan;
    private final WatchMode mode;
    private final JobSampler sampler;
    private AttachServer server;
    private Watch watch;
    private WatchPage page;
    private boolean closed;

    /** The output of the views. */
    interface Output {
        /** Writes a line of jmpirun's own. */
        void say(String line);

        /** Writes a line of jmpirun's own if the user wants details. */
        void note(String line);

        /** Writes what leaves the cursor of the terminal in its place. */
        void paint(String sequences);
    }

    /** @param mode null without a view */
    JobObservers(JobPlan plan, String job, LaunchedRanks ranks, WatchMode mode) {
        this.plan = plan;
        this.mode = mode;
        List<JobDescription.ProcessPlace> processes = IntStream.range(0, plan.processes())
                .mapToObj(process -> new JobDescription.ProcessPlace(
                        plan.firstRank(process),
                        plan.ranksOf(process),
                        plan.hostOf(process).name()))
                .toList();
        String program = plan.apps().stream().map(App::name).distinct().collect(Collectors.joining(" : "));
        long pid = ProcessHandle.current().pid();
        sampler = new JobSampler(
                new JobDescription(job, pid, program, System.currentTimeMillis(), processes),
                wanted -> ranks.send(new ControlMessage.Sample(), wanted));
    }

    /** The processes of the job are being started. */
    synchronized void start(AttachServer.Actions actions, Output output) {
        if (closed) return;
        server = AttachServer.start(JobFolder.ofUser(ThisHost.temporaryFolder()), sampler, actions, output::note);
        if (mode == WatchMode.WEB) openPage(output);
        else if (mode == WatchMode.TERMINAL) openView(output);
    }

    private void openPage(Output output) {
        try {
            page = WatchPage.open(sampler::sample);
            output.say("watch the job at " + page.address());
        } catch (IOException e) {
            output.say(WatchMode.WEB_OPTION + ": cannot show the job: " + e.getMessage());
        }
    }

    private void openView(Output output) {
        boolean drawable = Terminal.isDrawable() && TerminalSize.now().isPresent();
        Consumer<String> out = drawable ? output::paint : line -> output.say("watch: " + line);
        View view = drawable ? new View.Below(plan.ranks(), Terminal::size) : new View.Lines();
        watch = Watch.start(sampler::sample, view, out);
    }

    /** A process has answered a request for a sample. */
    void take(int first, ControlMessage.Sampled sample) {
        sampler.answered(first, sample);
    }

    void exited(int process) {
        sampler.ended(plan.firstRank(process), plan.ranksOf(process));
    }

    void ended(int rank) {
        if (rank >= 0 && rank < plan.ranks()) sampler.ended(rank, 1);
    }

    /** Notifies those who are attached of the end of the job. */
    synchronized void hangUp() {
        if (server != null) server.hangUp();
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (server != null) server.close();
        if (watch != null) watch.close();
        if (page != null) page.close();
    }
}
