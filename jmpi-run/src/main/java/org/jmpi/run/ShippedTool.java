package org.jmpi.run;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What comes with JMPI and is no job itself: it runs in this JVM, and may start jobs. */
enum ShippedTool {
    SUITE("org.jmpi.ibm.Suite"),
    BENCH("org.jmpi.bench.driver.Bench"),
    FIGURES("org.jmpi.bench.driver.PaperFigures");

    private final String mainClass;

    ShippedTool(String mainClass) {
        this.mainClass = mainClass;
    }

    /** Returns the tool that a command line begins with. */
    static Optional<ShippedTool> startedBy(String... args) {
        for (ShippedTool tool : values())
            if (args.length > 0 && tool.toString().equals(args[0])) return Optional.of(tool);
        return Optional.empty();
    }

    static String names() {
        return Arrays.stream(values()).map(ShippedTool::toString).collect(Collectors.joining("|"));
    }

    /**
     * Runs the tool; it may end the JVM.
     *
     * @param args the command line that the tool is first in
     * @throws BadInputException if it is not installed
     */
    void run(Installation installation, String... args) {
        ClassPath classPath = ClassPath.of(installation.ranks()).plus(installation.tools());
        if (!MainClass.exists(mainClass, classPath))
            throw new BadInputException(this + " is not installed: no class " + mainClass + " in " + classPath);
        String[] arguments = Arrays.copyOfRange(args, 1, args.length);
        try (URLClassLoader loader = classPath.loader(Jmpirun.class.getClassLoader())) {
            MainMethod.of(Class.forName(mainClass, true, loader)).call(arguments);
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
