package org.jmpi.ibm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A program of the suite, as its line in the table describes it.
 *
 * @param name its folders and its own name, for instance {@code pt2pt/sendrecv}
 * @param ranks the numbers of ranks to run it with, the usual one first
 * @param limit how long it may take before it is taken to hang
 * @param launcher whether it can't be run by {@link org.jmpi.Jmpi}, only by a launcher or alone
 * @param slow whether it takes so much time or memory that a build leaves it out
 * @param alone whether it needs a JVM in which no other program has run
 * @param exitCode the one with which it ends if all is well
 * @param options those of jmpirun that it needs
 * @param findings what JMPI says of its run: regular expressions, each for whole lines, in which {@value #PLACE} stands
 *     for a place in the program
 */
public record Program(
        String name,
        List<Integer> ranks,
        Duration limit,
        boolean launcher,
        boolean slow,
        boolean alone,
        int exitCode,
        List<String> options,
        List<String> findings) {

    private static final String PLACE = "HERE";

    /** The exit code of jmpirun after its {@code --timeout}. */
    static final int TIMED_OUT = 110;

    /**
     * Reads the line of a program, with those that follow of what is said of it.
     *
     * @throws IllegalArgumentException if they describe no program
     */
    static Program parse(String entry) {
        List<String> lines = entry.lines().map(String::strip).toList();
        String line = lines.get(0);
        String[] words = line.trim().split("\\s+");
        if (words.length < 3) throw new IllegalArgumentException("no name, ranks and limit: " + line);
        boolean launcher = false;
        boolean slow = false;
        boolean alone = false;
        int exitCode = 0;
        List<String> options = new ArrayList<>();
        for (String option : List.of(words).subList(3, words.length)) {
            if (option.equals("launcher")) launcher = true;
            else if (option.equals("slow")) slow = true;
            else if (option.equals("alone")) alone = true;
            else if (option.startsWith("--") || option.startsWith("-D")) options.add(option);
            else if (option.startsWith("exit=")) exitCode = Integer.parseInt(option.substring("exit=".length()));
            else throw new IllegalArgumentException("no such option as " + option + ": " + line);
        }
        Duration limit = Duration.ofSeconds(Integer.parseInt(words[2]));
        String place = Pattern.quote(mainClass(words[0])) + "\\.\\S+\\(\\w+\\.java:\\d+\\)";
        List<String> findings = lines.subList(1, lines.size()).stream()
                .map(finding -> Pattern.compile(finding.replace(PLACE, place)).pattern())
                .toList();
        return new Program(
                words[0], ranks(words[1]), limit, launcher, slow, alone, exitCode, List.copyOf(options), findings);
    }

    /** Returns whether each rank must be a process: one of them ends, and the others go on. */
    boolean needsProcesses() {
        return options.contains("--continue");
    }

    private static List<Integer> ranks(String text) {
        List<Integer> ranks = new ArrayList<>();
        for (String part : text.split(",")) {
            String[] ends = part.split("-", 2);
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int number = Integer.parseInt(ends[0]); number <= last; number++) ranks.add(number);
        }
        return List.copyOf(ranks);
    }

    /** Returns whether it hangs, as it should, until jmpirun ends it: until then it needs no core. */
    boolean waitsForItsLimit() {
        return exitCode == TIMED_OUT;
    }

    /** Returns whether it shows what jmpirun makes of it, so that nothing else can run it. */
    boolean needsJmpirun() {
        return !options.isEmpty() || waitsForItsLimit();
    }

    /**
     * Returns whether it has a job to itself: as it needs that, ends the job, or is all that the job should be judged
     * by.
     */
    boolean needsJobOfItsOwn() {
        return alone || slow || exitCode != 0 || !options.isEmpty() || !findings.isEmpty();
    }

    /** Returns the part of the name before its own. */
    String folder() {
        return name.substring(0, Math.max(0, name.lastIndexOf('/')));
    }

    /** Returns the name of the class that has the method main. */
    public String mainClass() {
        return mainClass(name);
    }

    private static String mainClass(String name) {
        int own = name.lastIndexOf('/') + 1;
        return Program.class.getPackageName() + "."
                + name.substring(0, own).replace('/', '.')
                + name.substring(own, own + 1).toUpperCase(Locale.ROOT)
                + name.substring(own + 1);
    }

    /** Returns whether there is a program of this name, in the table or not. */
    static boolean exists(String name) {
        if (!name.matches("\\w+(/\\w+)+")) return false;
        try {
            load(name).getMethod("main", String[].class);
            return true;
        } catch (ClassNotFoundException | NoSuchMethodException e) {
            return false;
        }
    }

    /**
     * Loads it by the rank's class path: a JVM may boot from the jar of this class, but not from that of a program
     * beside it.
     */
    private static Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(mainClass(name), false, Thread.currentThread().getContextClassLoader());
    }

    /** Runs the program at this rank. */
    public void run() throws Exception {
        run(name);
    }

    /** Runs the program of this name at this rank. */
    static void run(String name) throws Exception {
        MethodType type = MethodType.methodType(void.class, String[].class);
        try {
            MethodHandles.publicLookup().findStatic(load(name), "main", type).invokeExact(new String[0]);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
