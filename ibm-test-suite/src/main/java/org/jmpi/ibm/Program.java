package org.jmpi.ibm;

import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A program of the suite, as its line in the table describes it.
 *
 * @param name its folders and its own name, for instance {@code pt2pt/sendrecv}
 * @param ranks the numbers of ranks to run it with, the usual one first
 * @param limit how long it may take before it is taken to hang
 * @param launcher whether it can't be run by {@link org.jmpi.Jmpi}, only by a launcher or alone
 * @param slow whether it takes so much time or memory that a build leaves it out
 * @param exitCode the one with which it ends if all is well
 */
public record Program(String name, List<Integer> ranks, Duration limit, boolean launcher, boolean slow, int exitCode) {

    /** @throws IllegalArgumentException if the line describes no program */
    static Program parse(String line) {
        String[] words = line.trim().split("\\s+");
        if (words.length < 3) throw new IllegalArgumentException("no name, ranks and limit: " + line);
        boolean launcher = false;
        boolean slow = false;
        int exitCode = 0;
        for (String option : List.of(words).subList(3, words.length)) {
            if (option.equals("launcher")) launcher = true;
            else if (option.equals("slow")) slow = true;
            else if (option.startsWith("exit=")) exitCode = Integer.parseInt(option.substring("exit=".length()));
            else throw new IllegalArgumentException("no such option as " + option + ": " + line);
        }
        Duration limit = Duration.ofSeconds(Integer.parseInt(words[2]));
        return new Program(words[0], ranks(words[1]), limit, launcher, slow, exitCode);
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

    /** Returns the part of the name before its own. */
    String folder() {
        return name.substring(0, Math.max(0, name.lastIndexOf('/')));
    }

    /** Returns the name of the class that has the method main. */
    public String mainClass() {
        int own = name.lastIndexOf('/') + 1;
        return Program.class.getPackageName() + "."
                + name.substring(0, own).replace('/', '.')
                + name.substring(own, own + 1).toUpperCase(Locale.ROOT)
                + name.substring(own + 1);
    }

    /** Runs the program at this rank. */
    public void run(String... args) throws Exception {
        try {
            Class.forName(mainClass()).getMethod("main", String[].class).invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) throw cause;
            if (e.getCause() instanceof Error cause) throw cause;
            throw e;
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
