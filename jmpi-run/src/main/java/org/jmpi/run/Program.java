package org.jmpi.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the ranks run. */
sealed interface Program {

    /** Returns the words that start one rank as a process. */
    List<String> command(Installation installation);

    /** Any program, which finds JMPI's jars in its variable CLASSPATH. */
    record Command(List<String> words) implements Program {
        @Override
        public List<String> command(Installation installation) {
            return words;
        }
    }

    /**
     * A Java program.
     *
     * @param java the executable
     * @param mainClass null if the arguments start with something else that java runs, such as {@code -m} and a module
     */
    record Java(String java, List<String> jvmOptions, ClassPath classPath, String mainClass, List<String> arguments)
            implements Program {
        /** The executable of the JVM that runs jmpirun. */
        private static final String JAVA =
                Path.of(System.getProperty("java.home"), "bin", "java").toString();

        /** Returns a program for the JVM that runs jmpirun. */
        static Java here(List<String> jvmOptions, ClassPath classPath, String mainClass, List<String> arguments) {
            return new Java(JAVA, jvmOptions, classPath, mainClass, arguments);
        }

        static Java ofJar(String java, List<String> jvmOptions, ProgramJar jar, List<String> arguments) {
            List<String> options = join(jar.jvmOptions(), jvmOptions);
            return new Java(java, options, ClassPath.of(List.of(jar.jar())), jar.mainClass(), arguments);
        }

        /** Returns the same program with options of the JVM ahead of its own, which so have the last word. */
        Java withDefaults(List<String> defaults) {
            return new Java(java, join(defaults, jvmOptions), classPath, mainClass, arguments);
        }

        /** Returns whether the executable is that of the JVM that runs jmpirun. */
        boolean isHere() {
            return java.equals(JAVA)
                    || java.equals("java") && CommandPath.ofSystem().leads(java, Path.of(JAVA));
        }

        /** JMPI's jars come first: an archive of their classes fits as long as nothing stands before them. */
        @Override
        public List<String> command(Installation installation) {
            return words(ClassPath.of(installation.ranks()).plus(classPath.entries()), mainClass, arguments);
        }

        /** Returns the words that start all ranks as threads of one process. */
        List<String> hostCommand(Installation installation, HostPlan plan) {
            ClassPath host = ClassPath.of(List.of(installation.comm(), installation.run()));
            return words(host, ThreadsHost.class.getName(), plan.toArguments());
        }

        private List<String> words(ClassPath path, String main, List<String> rest) {
            List<String> words = new ArrayList<>(join(List.of(java), jvmOptions));
            words.add("-cp");
            words.add(path.toString());
            if (main != null) words.add(main);
            words.addAll(rest);
            return words;
        }

        private static List<String> join(List<String> first, List<String> second) {
            return Stream.concat(first.stream(), second.stream()).collect(Collectors.toList());
        }
    }
}
