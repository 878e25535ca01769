package org.jmpi.run.lifecycle;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jmpi.comm.control.SpawnOrder;
import org.jmpi.run.plan.App;
import org.jmpi.run.plan.JobPlan;

/** The jobs of processes that ranks of a job have spawned. Each runs on a thread of its own. */
final class SpawnedJobs {
    private static final long STACKS_SECONDS = 5;

    private final Planner planner;

    /** All jobs of this process that run; guarded by itself. */
    private final List<JobPlan> running;

    private final Function<JobPlan, Job> maker;
    private final Runnable changed;
    private final List<Job> jobs = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private boolean isOver;

    /** The exit code of the first one that has failed; 0 if none has. */
    private int exitCode;

    /** Plans the job of an order. */
    @FunctionalInterface
    public interface Planner {
        /**
         * Plans it.
         *
         * @param parent the program of the rank that has given the order
         * @param running the jobs that run
         * @throws RuntimeException if the job cannot be started as asked; the message is the launcher's answer
         */
        JobPlan plan(SpawnOrder order, App parent, List<JobPlan> running);
    }

    /**
     * @param running all jobs of this process that run
     * @param maker makes the job of a plan
     * @param changed is called when a job has ended
     */
    SpawnedJobs(Planner planner, List<JobPlan> running, Function<JobPlan, Job> maker, Runnable changed) {
        this.planner = planner;
        this.running = running;
        this.maker = maker;
        this.changed = changed;
    }

    /**
     * Starts the job of an order; returns at once.
     *
     * @param ended gets one line that says why the job has ended
     */
    synchronized void start(SpawnOrder order, App parent, Consumer<String> ended) {
        if (isOver) return;
        Thread thread = new Thread(() -> run(order, parent, ended), "jmpirun-spawned");
        threads.add(thread);
        thread.start();
    }

    private void run(SpawnOrder order, App parent, Consumer<String> ended) {
        String end = "the launcher has failed";
        JobPlan plan = null;
        try {
            plan = plan(order, parent);
            end = run(maker.apply(plan));
        } catch (RuntimeException e) {
            // The launcher's message about a mistake goes to the program, which handles it.
            end = String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
        } finally {
            ended.accept(end);
            synchronized (running) {
                running.remove(plan);
            }
            synchronized (this) {
                threads.remove(Thread.currentThread());
            }
            changed.run();
        }
    }

    private JobPlan plan(SpawnOrder order, App parent) {
        synchronized (running) {
            JobPlan plan = planner.plan(order, parent, List.copyOf(running));
            running.add(plan);
            return plan;
        }
    }

    private String run(Job job) {
        synchronized (this) {
            if (isOver) return "the job has ended";
            jobs.add(job);
        }
        try {
            return job.runSpawned(this::failed);
        } finally {
            synchronized (this) {
                jobs.remove(job);
            }
        }
    }

    private synchronized void failed(int code) {
        if (exitCode == 0) exitCode = code;
    }

    /** Returns whether no job runs. */
    synchronized boolean isEmpty() {
        return threads.isEmpty();
    }

    /** Returns the exit code of the first job that has failed; 0 if none has. */
    synchronized int exitCode() {
        return exitCode;
    }

    /** Returns the stacks of all processes, for a report. */
    List<String> stacks() throws InterruptedException {
        List<Job> running;
        synchronized (this) {
            running = List.copyOf(jobs);
        }
        List<String> texts = new ArrayList<>();
        for (Job job : running) {
            try {
                texts.add("spawned world:\n" + job.stacks().get(STACKS_SECONDS, TimeUnit.SECONDS));
            } catch (ExecutionException | TimeoutException e) {
                texts.add("spawned world: no answer");
            }
        }
        return texts;
    }

    /** Ends all jobs, and waits for their ends; no other one starts. */
    void end() {
        List<Job> running;
        List<Thread> left;
        synchronized (this) {
            isOver = true;
            running = List.copyOf(jobs);
            left = List.copyOf(threads);
        }
        running.forEach(Job::stop);
        try {
            for (Thread thread : left) thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
