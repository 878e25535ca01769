package org.jmpi.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pitest.mutationtest.ClassMutationResults;
import org.pitest.mutationtest.ListenerArguments;
import org.pitest.mutationtest.MutationResult;
import org.pitest.mutationtest.MutationResultListener;
import org.pitest.mutationtest.MutationResultListenerFactory;
import org.pitest.mutationtest.build.InterceptorParameters;
import org.pitest.mutationtest.build.InterceptorType;
import org.pitest.mutationtest.build.ProjectMutationInterceptor;
import org.pitest.mutationtest.build.ProjectMutationInterceptorFactory;
import org.pitest.mutationtest.config.PluginServices;
import org.pitest.mutationtest.config.ReportOptions;
import org.pitest.mutationtest.config.Services;
import org.pitest.mutationtest.config.ServicesFromClassLoader;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.tooling.EntryPoint;
import org.pitest.plugin.Feature;
import org.pitest.testapi.TestGroupConfig;
import org.pitest.util.Glob;
import org.pitest.util.Verbosity;

/** Draws mutations of the engine, and lists those that no test finds (PIT). The build's profile {@code pit} runs it. */
class MutationSample {
    /** The classes that are mutated: protocols, matching and schedules. */
    private static final String CLASSES = "org.jmpi.comm.schedule.*,org.jmpi.comm.match.*,"
            + Stream.of("*Protocol", "FrameDispatcher", "Inbox", "PeerConnection", "PeerTable", "R*", "Unexpected*")
                    .map("org.jmpi.comm.progress."::concat)
                    .collect(Collectors.joining(","));

    /** The judges: the simulator, and the tests of these classes. */
    private static final String TESTS = Stream.of("simulation.Simulat*", "match.*", "progress.*", "schedule.*")
            .map("org.jmpi.comm."::concat)
            .collect(Collectors.joining(","));

    /** Decides which mutations are drawn. */
    private static final long SEED = Long.getLong("pit.seed", 1);

    /** The number of mutations that are drawn, unless there are fewer. */
    private static final int SIZE = Integer.getInteger("pit.sample", 100);

    /** Options of the JVMs that run mutations: fewer seeds than usual, since each mutation that survives runs all. */
    private static final List<String> JVM = List.of(
            "-Djmpi.simulation.seeds=" + System.getProperty("pit.seeds", "1-100"),
            "-Djmpi.simulation.runs=30",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1");

    private static final RecordedRun RECORD = new RecordedRun();

    /** How long a test may take beyond its usual time, in ms. A mutation whose test takes longer counts as found. */
    private static final long PATIENCE = 30_000;

    @Test
    @Timeout(value = 1, unit = TimeUnit.DAYS)
    void mutationsThatNoTestFinds() {
        Services installed = new ServicesFromClassLoader(MutationSample.class.getClassLoader());
        Services services = new Services() {
            @Override
            public <S> Collection<S> load(Class<S> type) {
                List<S> all = new ArrayList<>(installed.load(type));
                Stream.of(new Draw(), new Report())
                        .filter(type::isInstance)
                        .map(type::cast)
                        .forEach(all::add);
                return all;
            }
        };
        File base = new File("").getAbsoluteFile();
        Optional<Exception> error = new EntryPoint()
                .execute(base, options(base.toPath()), new PluginServices(services), Map.of())
                .getError();
        assertEquals(Optional.empty(), error);
    }

    private static ReportOptions options(Path base) {
        ReportOptions options = new ReportOptions();
        options.setTargetClasses(names("pit.classes", CLASSES));
        options.setTargetTests(Glob.toGlobPredicates(names("pit.tests", TESTS)));
        options.setGroupConfig(new TestGroupConfig().withExcludedGroups("full", "stress", "cluster"));
        options.setClassPathElements(
                List.of(System.getProperty("java.class.path").split(File.pathSeparator)));
        options.setCodePaths(List.of(base.resolve("target/classes").toString()));
        options.setSourceDirs(List.of(base.resolve("src/main/java")));
        options.setProjectBase(base);
        options.setReportDir(base.resolve("target/pit-reports").toString());
        options.setInputEncoding(StandardCharsets.UTF_8);
        options.setOutputEncoding(StandardCharsets.UTF_8);
        options.addOutputFormats(List.of("XML", Report.NAME));
        options.addChildJVMArgs(JVM);
        options.setTimeoutConstant(PATIENCE);
        options.setSkipFailingTests(true);
        options.setFailWhenNoMutations(false);
        options.setVerbosity(Verbosity.NO_SPINNER);
        return options;
    }

    private static String key(MutationDetails mutation) {
        return mutation.getId().toString().replaceAll("\\s+", " ");
    }

    private static List<String> names(String property, String otherwise) {
        return List.of(System.getProperty(property, otherwise).split(","));
    }

    /** Keeps as many mutations as wanted. */
    private static final class Draw implements ProjectMutationInterceptorFactory, ProjectMutationInterceptor {
        @Override
        public ProjectMutationInterceptor createInterceptor(InterceptorParameters parameters) {
            return this;
        }

        @Override
        public InterceptorType type() {
            return InterceptorType.FILTER;
        }

        @Override
        public Collection<MutationDetails> intercept(Collection<MutationDetails> mutations) {
            List<MutationDetails> drawn = mutations.stream()
                    .sorted(Comparator.comparing(MutationDetails::getId))
                    .collect(ArrayList::new, List::add, List::addAll);
            Collections.shuffle(drawn, new Random(SEED));
            List<MutationDetails> sample = drawn.subList(0, Math.min(SIZE, drawn.size()));
            System.out.println(mutations.size() + " mutations; seed " + SEED + " draws " + sample.size());
            Map<String, String> judged = RECORD.parts();
            sample.stream()
                    .map(MutationSample::key)
                    .filter(judged::containsKey)
                    .map(judged::get)
                    .forEach(System.out::println);
            return sample.stream()
                    .filter(mutation -> !judged.containsKey(key(mutation)))
                    .toList();
        }

        @Override
        public Feature provides() {
            return Feature.named("SAMPLE").withOnByDefault(true).withDescription(description());
        }

        @Override
        public String description() {
            return "Draws a sample of all mutations by a seed";
        }
    }

    /** Prints a line for each mutation, as soon as its class is done. */
    private static final class Report implements MutationResultListenerFactory, MutationResultListener {
        static final String NAME = "LINES";

        @Override
        public MutationResultListener getListener(Properties properties, ListenerArguments arguments) {
            return this;
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public String description() {
            return "Prints a line for each mutation";
        }

        @Override
        public void runStart() {}

        @Override
        public void handleMutationResult(ClassMutationResults results) {
            for (MutationResult result : results.getMutations()) {
                MutationDetails mutation = result.getDetails();
                String line = result.getStatus() + " " + mutation.getFilename() + ":" + mutation.getLineNumber() + " "
                        + mutation.getMethod() + ": " + mutation.getDescription()
                        + result.getKillingTest().map(" by "::concat).orElse("");
                System.out.println(line);
                RECORD.add(key(mutation), line);
            }
        }

        @Override
        public void runEnd() {}
    }
}
