package org.jmpi.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The command line of jmpirun.
 *
 * <p>An option's value is the next word, or follows the name after '='. The options end at the first word that is none, at
 * {@code --}, and after {@code -jar} and its value: what follows belongs to the program.
 */
final class Options {
    private static final List<String> WITH_VALUE = List.of(
            "-np", "--transport", "-cp", "-jar", "-x", "-wdir", "--output-dir", "--stdin", "--timeout", "--port");

    int ranks = Runtime.getRuntime().availableProcessors();
    String transport;
    String classPath;
    String jar;
    final List<String> variables = new ArrayList<>();
    String directory;
    boolean tag;
    String outputFolder;
    String input = "0";
    Double timeoutSeconds;
    boolean check;
    Integer port;
    boolean verbose;

    /** The program and its arguments, or all that follows {@code -jar} and the jar. */
    List<String> words = List.of();

    private final List<String> jvmOptions = new ArrayList<>();
    private final Set<String> given = new HashSet<>();
    private String[] args;
    private int next;

    /**
     * Reads the command line.
     *
     * @return whether that is all, because it asked for help or the version, which have been printed
     * @throws BadInputException if there is an option that is neither jmpirun's nor the JVM's, or one whose value is missing,
     *     malformed or given before
     */
    boolean parse(String... commandLine) {
        args = commandLine;
        while (next < args.length && isOption(args[next]) && jar == null) {
            String word = args[next++];
            if (word.equals("--")) break;
            if (isHelp(word)) return true;
            if (!flag(word) && !withValue(word)) jvmOption(word);
        }
        words = List.of(Arrays.copyOfRange(args, next, args.length));
        return false;
    }

    private static boolean isOption(String word) {
        return word.startsWith("-") && word.length() > 1;
    }

    private static boolean isHelp(String word) {
        boolean help = word.equals("--help") || word.equals("-h");
        if (help) System.out.print(usage());
        else if (word.equals("--version")) System.out.println(Version.text());
        else return false;
        return true;
    }

    private static String usage() {
        try (InputStream text = Options.class.getResourceAsStream("usage.txt")) {
            return new String(text.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean flag(String word) {
        switch (word) {
            case "--tag-output":
                tag = true;
                return true;
            case "--check":
                check = true;
                return true;
            case "-v":
                verbose = true;
                return true;
            default:
                return false;
        }
    }

    /** Takes one of jmpirun's options that have a value, and returns whether the word is one. */
    private boolean withValue(String word) {
        int equals = word.indexOf('=');
        String written = equals < 0 ? word : word.substring(0, equals);
        String name = firstName(written);
        if (!WITH_VALUE.contains(name)) return false;
        String value = equals < 0 ? value(written) : word.substring(equals + 1);
        if (!name.equals("-x") && !given.add(name))
            throw new BadInputException(written + " " + value + ": given before");
        set(name, written, value);
        return true;
    }

    private static String firstName(String name) {
        switch (name) {
            case "-n":
                return "-np";
            case "-classpath":
            case "--class-path":
                return "-cp";
            case "--wdir":
                return "-wdir";
            default:
                return name;
        }
    }

    private String value(String option) {
        if (next == args.length) throw new BadInputException("no value after " + option);
        return args[next++];
    }

    private void set(String name, String written, String value) {
        switch (name) {
            case "-np" -> ranks = wholeNumber(written, value);
            case "--transport" -> transport = value;
            case "-cp" -> classPath = value;
            case "-jar" -> jar = value;
            case "-x" -> variables.add(value);
            case "-wdir" -> directory = value;
            case "--output-dir" -> outputFolder = value;
            case "--stdin" -> input = value;
            case "--timeout" -> timeoutSeconds = number(written, value);
            case "--port" -> port = wholeNumber(written, value);
            default -> throw new IllegalArgumentException("no option with a value: " + name);
        }
    }

    private static int wholeNumber(String name, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new BadInputException(name + " " + value + ": not a whole number", e);
        }
    }

    private static double number(String name, String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new BadInputException(name + " " + value + ": not a number", e);
        }
    }

    private void jvmOption(String word) {
        boolean valueFollows = JvmOptions.WITH_VALUE.contains(word);
        if (!valueFollows && !JvmOptions.contains(word) && !JvmOptions.containsWithValue(word))
            throw new BadInputException("unknown option: " + word + "; see jmpirun --help");
        jvmOptions.add(word);
        if (valueFollows) jvmOptions.add(value(word));
    }

    /** Returns the options of the JVM in their order. */
    List<String> jvmOptions() {
        return jvmOptions;
    }
}
