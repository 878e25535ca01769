package org.jmpi.run.threads;

import java.util.List;
import java.util.stream.Collectors;
import org.jmpi.run.program.ClassPath;
import org.jmpi.run.program.EntryPoint;
import org.jmpi.run.program.Installation;
import org.jmpi.run.program.ThreadProgram;
import org.jmpi.run.system.BadInputException;

/** A program whose ranks are threads of this JVM, each with a class loader of its own. */
final class LoadedProgram {
    private final ThreadProgram program;
    /** The program if it is a module; null if not. */
    private final RankModules modules;

    private final RankClassLoader.Classes classes;

    /**
     * @param jmpi the jars of JMPI that a rank has of its own
     * @throws BadInputException if the program's modules do not fit together
     */
    LoadedProgram(ThreadProgram program, ClassPath jmpi) {
        this.program = program;
        // As in a process: a package mpi of the program's does not take the place of JMPI's.
        ClassPath own = jmpi.plus(program.classPath().entries());
        modules = program.main().kind() == EntryPoint.Kind.MODULE ? RankModules.of(program, jmpi) : null;
        ClassPath classPath =
                modules == null ? own : ClassPath.of(modules.locations()).plus(own.entries());
        ClassPath library = ClassPath.of(jmpi.entries().stream()
                .filter(jar -> !Installation.holdsPrograms(jar))
                .collect(Collectors.toList()));
        classes = RankClassLoader.Classes.of(classPath, library);
    }

    int ranks() {
        return program.ranks();
    }

    List<String> arguments() {
        return program.arguments();
    }

    /** @param shared the loader of the classes that ranks share */
    RankClassLoader loader(ClassLoader shared, RankRuntime runtime) {
        return new RankClassLoader(classes, shared, runtime);
    }

    Class<?> mainClass(RankClassLoader loader) throws ClassNotFoundException {
        if (modules != null) return modules.mainClass(loader);
        return Class.forName(program.main().name(), true, loader);
    }
}
