package org.jmpi.run.program;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jmpi.run.system.BadInputException;

/** A tool that comes with JMPI and is no job itself: it runs in this JVM, and may start jobs. */
public enum ShippedTool {
    SUITE("org.jmpi.ibm.Suite"),
    BENCH("org.jmpi.bench.driver.Bench"),
    FIGURES("org.jmpi.bench.driver.PaperFigures"),
    REPORT("org.jmpi.report.ReportCommand");

    private final String mainClass;

    ShippedTool(String mainClass) {
        this.mainClass = mainClass;
    }

    /** Returns the tool that a command line begins with. */
    public static Optional<ShippedTool> startedBy(String... args) {
        for (ShippedTool tool : values())
            if (args.length > 0 && tool.toString().equals(args[0])) return Optional.of(tool);
        return Optional.empty();
    }

    public static String names() {
        return Arrays.stream(values()).map(ShippedTool::toString).collect(Collectors.joining("|"));
    }

    /**
     * Runs the tool; it may end the JVM.
     *
     * @param args the command line that the tool is first in
     * @throws BadInputException if it is not installed
     */
    public void run(Installation installation, String... args) {
        String[] arguments = Arrays.copyOfRange(args, 1, args.length);
        with(installation, type -> {
            MainMethod.of(type).call(arguments);
            return null;
        });
    }

    /**
     * Runs the tool, which has a method {@code run} for this, and returns its exit code.
     *
     * @param arguments its command line
     * @throws BadInputException if it is not installed
     */
    public int call(Installation installation, String... arguments) {
        return with(installation, type ->
                (Integer) type.getMethod("run", String[].class).invoke(null, (Object) arguments));
    }

    /** @throws BadInputException if the tool is not installed */
    public ClassPath check(Installation installation) {
        ClassPath classPath = ClassPath.of(installation.ranks()).plus(installation.tools());
        if (MainClass.exists(mainClass, classPath)) return classPath;
        throw new BadInputException(this + " is not installed: no class " + mainClass + " in " + classPath);
    }

    /** A use of the main class of a tool. */
    private interface Call<T> {
        T with(Class<?> type) throws ReflectiveOperationException;
    }

    private <T> T with(Installation installation, Call<T> call) {
        try (URLClassLoader loader = check(installation).loader(ShippedTool.class.getClassLoader())) {
            return call.with(Class.forName(mainClass, true, loader));
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(this + " failed", e.getCause());
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("cannot run " + mainClass, e);
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
