package org.jmpi.run.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.run.system.CommandPath;

/** The program that the ranks run. */
public sealed interface Program {

    /** Returns its name as shown to the user. */
    String name();

    /** Returns the words that start one rank as a process. */
    List<String> command(Installation installation);

    /** Any program, which finds JMPI's jars in its variable CLASSPATH. */
    record Command(List<String> words) implements Program {
        @Override
        public String name() {
            return words.get(0);
        }

        @Override
        public List<String> command(Installation installation) {
            return words;
        }
    }

    /**
     * A Java program.
     *
     * @param java the executable
     */
    record Java(String java, List<String> jvmOptions, ClassPath classPath, EntryPoint main, List<String> arguments)
            implements Program {
        /** The executable of the JVM that runs jmpirun. */
        public static final String HERE =
                Path.of(System.getProperty("java.home"), "bin", "java").toString();

        /** Returns a program for the JVM that runs jmpirun. */
        public static Java here(List<String> jvmOptions, ClassPath classPath, EntryPoint main, List<String> arguments) {
            return new Java(HERE, jvmOptions, classPath, main, arguments);
        }

        /** Returns the program of a jar for the JVM that runs jmpirun. */
        public static Java ofJar(List<String> jvmOptions, ProgramJar jar, List<String> arguments) {
            return ofJar(HERE, jvmOptions, jar, arguments);
        }

        public static Java ofJar(String java, List<String> jvmOptions, ProgramJar jar, List<String> arguments) {
            List<String> options = join(jar.jvmOptions(), jvmOptions);
            return new Java(
                    java, options, ClassPath.of(List.of(jar.jar())), EntryPoint.ofClass(jar.mainClass()), arguments);
        }

        /** Returns the same program with options of the JVM ahead of its own, which so have the last word. */
        public Java withDefaults(List<String> defaults) {
            return new Java(java, join(defaults, jvmOptions), classPath, main, arguments);
        }

        /** Returns the same program for another executable. */
        public Java with(String other) {
            return new Java(other, jvmOptions, classPath, main, arguments);
        }

        /** Returns the same program with other arguments. */
        public Java withArguments(List<String> others) {
            return new Java(java, jvmOptions, classPath, main, others);
        }

        /** Returns whether the executable is that of the JVM that runs jmpirun. */
        public boolean isHere() {
            return java.equals(HERE)
                    || java.equals("java") && CommandPath.ofSystem().leads(java, Path.of(HERE));
        }

        @Override
        public String name() {
            return main.name();
        }

        /**
         * {@inheritDoc}
         *
         * <p>JMPI's jars are in the boot class path: the JVM reads it by itself, while to look for a program's first
         * class the JDK opens each jar before it, by code that is not compiled yet; and HotSpot heeds its annotations
         * {@code @Contended} and
         * {@code @DontInline} only there. They are in the class path, too, as a program may start another JVM by its
         * own class path.
         */
        @Override
        public List<String> command(Installation installation) {
            if (main.kind() == EntryPoint.Kind.MODULE) return moduleCommand(installation);
            List<String> words = words(jvmOptions, classPath.plus(installation.ranks()), main, arguments);
            return booting(installation.ranks(), installation, words);
        }

        private static List<String> booting(List<Path> jars, Installation installation, List<String> words) {
            if (installation.boots()) words.add(1, "-Xbootclasspath/a:" + ClassPath.of(jars));
            return words;
        }

        /** Returns the words for a module: JMPI's jars are modules before those of the program. */
        private List<String> moduleCommand(Installation installation) {
            List<String> options = join(
                    ModulePath.without(jvmOptions),
                    new ModulePath(installation.ranks())
                            .plus(ModulePath.of(jvmOptions).entries())
                            .option());
            return words(options, classPath.plus(installation.ranks()), main, arguments);
        }

        /**
         * Returns the words that start all ranks as threads of one process, with its options; the jar that they share
         * boots.
         *
         * @param start the class that starts the threads
         */
        public List<String> sharedJvmCommand(
                List<String> options, Installation installation, SharedJvmArguments plan, Class<?> start) {
            ClassPath shared = ClassPath.of(List.of(installation.comm(), installation.run()));
            EntryPoint entry = EntryPoint.ofClass(start.getName());
            List<String> words = words(options, plan.classPath(shared), entry, plan.toArguments(shared));
            return booting(List.of(installation.comm()), installation, words);
        }

        private List<String> words(List<String> options, ClassPath path, EntryPoint start, List<String> rest) {
            List<String> words = new ArrayList<>(join(List.of(java), options));
            words.add("-cp");
            words.add(path.toString());
            words.addAll(start.words());
            words.addAll(rest);
            return words;
        }

        private static List<String> join(List<String> first, List<String> second) {
            return Stream.concat(first.stream(), second.stream()).collect(Collectors.toList());
        }
    }
}
