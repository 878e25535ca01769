package org.jmpi.maven;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.jmpi.run.job.JobBuilder;
import org.jmpi.run.job.RunningJob;

/** Compiles the project, and runs a program of it on several ranks. A rank that fails fails the build. */
@Mojo(name = "run", requiresDependencyResolution = ResolutionScope.TEST)
@Execute(phase = LifecyclePhase.TEST_COMPILE)
public final class RunMojo extends AbstractMojo {
    /** The class with the method {@code main}. */
    @Parameter(property = "jmpi.mainClass", required = true)
    private String mainClass;

    /** How many ranks there are. */
    @Parameter(property = "jmpi.np", defaultValue = "2")
    private int np;

    /** How the ranks exchange messages: threads, shm, socket, ...; the best one for their places by default. */
    @Parameter(property = "jmpi.transport")
    private String transport;

    /** The words after the main class. */
    @Parameter(property = "jmpi.args")
    private List<String> args;

    /** Options of the ranks' JVMs. */
    @Parameter(property = "jmpi.jvmArgs")
    private List<String> jvmArgs;

    /** More options of jmpirun. */
    @Parameter(property = "jmpi.options")
    private List<String> options;

    /** Whether the ranks have the class path of the tests, and so their classes, too. */
    @Parameter(property = "jmpi.tests", defaultValue = "false")
    private boolean tests;

    @Parameter(defaultValue = "${project.runtimeClasspathElements}", readonly = true)
    private List<String> runtimeClassPath;

    @Parameter(defaultValue = "${project.testClasspathElements}", readonly = true)
    private List<String> testClassPath;

    @Parameter(defaultValue = "${project.basedir}", readonly = true)
    private File directory;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        List<String> words = new ArrayList<>(jvmArgs);
        words.add(mainClass);
        words.addAll(args);
        JobBuilder builder = new JobBuilder(words.toArray(String[]::new))
                .ranks(np)
                .options(options.toArray(String[]::new))
                .variable("CLASSPATH", String.join(File.pathSeparator, tests ? testClassPath : runtimeClassPath))
                .directory(directory.toPath())
                .output(System.out::println)
                .errors(System.err::println);
        if (transport != null) builder.options("--transport", transport);
        try {
            RunningJob job = builder.start();
            int code = job.await();
            if (code != 0) throw new MojoFailureException(failure(job, code));
        } catch (IOException e) {
            throw new MojoExecutionException("cannot start the ranks of " + mainClass, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException(mainClass + " was interrupted", e);
        }
    }

    private String failure(RunningJob job, int code) {
        List<String> lines = List.copyOf(new LinkedHashSet<>(job.failures().values()));
        return mainClass + ": " + (lines.isEmpty() ? "jmpirun ended with exit code " + code : String.join("; ", lines));
    }
}
