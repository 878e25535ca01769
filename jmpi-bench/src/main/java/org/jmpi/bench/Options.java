package org.jmpi.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The command line of a shipped program: {@code --name VALUE}, {@code --name=VALUE} and flags {@code --name}.
 *
 * <pre>{@code
 * Options options = new Options("ring", "Sends a token around all ranks.")
 *         .value("rounds", "N", "1000", "times around the ring")
 *         .parse(args);
 * int rounds = options.integer("rounds", 1, 1_000_000);
 * }</pre>
 *
 * Every program knows {@code --help} too. A mistake of the user is an {@link Invalid} whose message names the value and
 * the allowed ones.
 */
public final class Options {
    private static final String HELP = "help";

    /** The command line cannot be used as it is; the message is meant for the user. */
    public static final class Invalid extends Exception {
        private static final long serialVersionUID = 1;

        /** Takes the complaint. */
        public Invalid(String message) {
            super(message);
        }
    }

    /** A declared option; a flag has no placeholder and no preset. */
    private record Option(String placeholder, String preset, String help) {
        boolean isFlag() {
            return placeholder == null;
        }
    }

    private final String program;
    private final String summary;
    private final Map<String, Option> known = new LinkedHashMap<>();
    private final Map<String, String> given = new HashMap<>();

    /**
     * Declares a program without options.
     *
     * @param program name by which the launcher knows the program
     * @param summary what the program does, for {@code --help}
     */
    public Options(String program, String summary) {
        this.program = program;
        this.summary = summary;
    }

    /** Declares an option without a value. */
    public Options flag(String name, String help) {
        known.put(name, new Option(null, null, help));
        return this;
    }

    /** Declares an option with a value; the preset holds if the option is not given. */
    public Options value(String name, String placeholder, String preset, String help) {
        known.put(name, new Option(placeholder, preset, help));
        return this;
    }

    /**
     * Reads a command line; of an option given twice the later value counts.
     *
     * @throws Invalid at an unknown option, a missing value, or a word that belongs to no option
     */
    public Options parse(String... args) throws Invalid {
        flag(HELP, "shows this page");
        for (int i = 0; i < args.length; i++) {
            String name = nameIn(args[i]);
            int equals = args[i].indexOf('=');
            if (equals >= 0) {
                put(name, args[i].substring(equals + 1));
            } else if (known.get(name).isFlag()) {
                given.put(name, "");
            } else {
                if (i + 1 == args.length) throw new Invalid("--" + name + " needs a value (see --help)");
                given.put(name, args[++i]);
            }
        }
        return this;
    }

    private String nameIn(String arg) throws Invalid {
        if (arg.equals("-h")) return HELP;
        if (!arg.startsWith("--")) throw new Invalid("unexpected argument: " + arg + " (see --help)");
        String name = arg.substring(2).split("=", 2)[0];
        if (!known.containsKey(name)) throw new Invalid("unknown option: " + arg + " (see --help)");
        return name;
    }

    private void put(String name, String value) throws Invalid {
        if (known.get(name).isFlag()) throw new Invalid("--" + name + " takes no value: " + value);
        given.put(name, value);
    }

    /** Returns the program's name. */
    public String program() {
        return program;
    }

    /** Says whether the user asked for the {@linkplain #usage usage}. */
    public boolean wantsHelp() {
        return has(HELP);
    }

    /** Says whether the option was given. */
    public boolean has(String name) {
        return given.containsKey(name);
    }

    /** Returns the value given, or else the preset. */
    public String text(String name) {
        return given.getOrDefault(name, known.get(name).preset());
    }

    /**
     * Returns the value as a whole number.
     *
     * @throws Invalid if it is none, or not within min and max (both allowed)
     */
    public int integer(String name, int min, int max) throws Invalid {
        return integer(name, text(name).trim(), min, max);
    }

    private int integer(String name, String text, int min, int max) throws Invalid {
        long value = text.matches("[+-]?\\d{1,10}") ? Long.parseLong(text) : Long.MAX_VALUE;
        if (value < min || value > max)
            throw new Invalid("--" + name + " " + text + ": must be a whole number from " + min + " to " + max);
        return (int) value;
    }

    /**
     * Returns the constant whose name is the value, in any case.
     *
     * @throws Invalid if there is none
     */
    public <E extends Enum<E>> E choice(String name, Class<E> type) throws Invalid {
        return choice(name, text(name), type);
    }

    private <E extends Enum<E>> E choice(String name, String text, Class<E> type) throws Invalid {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(text)) return constant;
        }
        throw new Invalid("--" + name + " " + text + ": must be one of " + choices(type));
    }

    /**
     * Returns the value as whole numbers, separated by blanks or commas.
     *
     * @throws Invalid if there is none, or one is not within min and max (both allowed)
     */
    public int[] integers(String name, int min, int max) throws Invalid {
        String[] words = words(name);
        int[] values = new int[words.length];
        for (int i = 0; i < words.length; i++) values[i] = integer(name, words[i], min, max);
        return values;
    }

    /**
     * Returns the constants whose names are the value, in any case, separated by blanks or commas.
     *
     * @throws Invalid if there is none, or a name that is not one of theirs
     */
    public <E extends Enum<E>> List<E> choices(String name, Class<E> type) throws Invalid {
        List<E> constants = new ArrayList<>();
        for (String word : words(name)) constants.add(choice(name, word, type));
        return constants;
    }

    /** Returns the words of the value, which are separated by blanks or commas. */
    public String[] words(String name) {
        return text(name).trim().split("[\\s,]+");
    }

    /** Returns the names that {@link #choice} takes, for usage and messages. */
    public static <E extends Enum<E>> String choices(Class<E> type) {
        StringBuilder names = new StringBuilder();
        for (E constant : type.getEnumConstants()) {
            names.append(names.isEmpty() ? "" : ", ").append(constant.name().toLowerCase(Locale.ROOT));
        }
        return names.toString();
    }

    /** Returns the complaint about the value of an option, to be thrown. */
    public Invalid wrong(String name, String rule) {
        return new Invalid("--" + name + " " + text(name) + ": " + rule);
    }

    /** Returns the page that {@code --help} shows. */
    public String usage() {
        StringBuilder page = new StringBuilder("usage: " + program + " [options]\n" + summary + "\n");
        known.forEach((name, option) -> page.append(line(name, option)));
        return page.toString();
    }

    private static String line(String name, Option option) {
        String left = "--" + name + (option.isFlag() ? "" : " " + option.placeholder());
        String preset = option.isFlag() || option.preset().isEmpty() ? "" : " (default: " + option.preset() + ")";
        return String.format(Locale.ROOT, "  %-24s %s%s%n", left, option.help(), preset);
    }
}
