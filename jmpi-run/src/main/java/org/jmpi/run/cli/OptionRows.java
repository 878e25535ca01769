package org.jmpi.run.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import org.jmpi.run.program.JvmOptions;
import org.jmpi.run.system.BadInputException;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Goes through the rows of a table of options, either to describe them to picocli or to return their values. One call
 * is one row, so that what it sets is the assignment of its result: a function object for each row would take each
 * start 0.3 ms.
 *
 * <p>The words of a row are the option's names, the label of its value, a slash before the names that the help leaves
 * out, and a colon at the end if each program may have the option. A row without help is not in the help. Each name
 * with two dashes may be written with one.
 */
final class OptionRows {
    private final Set<String> typed;
    private final ParseResult given;
    private final boolean further;
    private final Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private List<OptionSpec> group;

    private OptionRows(Set<String> typed, ParseResult given, boolean further) {
        this.typed = typed;
        this.given = given;
        this.further = further;
        group("");
    }

    /** Describes the options of the help. */
    static OptionRows ofHelp() {
        return new OptionRows(null, null, false);
    }

    /** Describes the options that a command line may have: describing all of them would take each start some ms. */
    static OptionRows of(String... args) {
        Set<String> typed = new HashSet<>();
        for (String arg : args)
            if (arg.startsWith("-")) {
                typed.add(arg);
                if (arg.indexOf('=') > 0) typed.add(arg.substring(0, arg.indexOf('=')));
            }
        return new OptionRows(typed, null, false);
    }

    /**
     * Returns the values of a command line.
     *
     * @param further whether other programs are before it, so that it may have only the options of a program
     */
    static OptionRows of(ParseResult given, boolean further) {
        return new OptionRows(null, given, further);
    }

    /** Begins a group of the help. */
    void group(String heading) {
        group = groups.computeIfAbsent(heading, none -> new ArrayList<>());
    }

    /** Returns the options that have been described, by their headings. */
    Map<String, List<OptionSpec>> groups() {
        Map<String, List<OptionSpec>> described = new LinkedHashMap<>(groups);
        described.values().removeIf(List::isEmpty);
        return described;
    }

    /** Returns the lines about options that have no effect. */
    List<String> notes() {
        return notes;
    }

    boolean flag(String words, String help) {
        return row(boolean.class, help == null ? "0" : null, words, help) != null;
    }

    String text(String words, String help) {
        return text(words, help, null);
    }

    /** @param values what the shell completes; null if the label says it */
    String text(String words, String help, String values) {
        return value(row(String.class, "1", words, help, values));
    }

    Integer number(String words, String help) {
        return value(row(int.class, "1", words, help));
    }

    Double decimal(String words, String help) {
        return value(row(double.class, "1", words, help));
    }

    /** Returns the values of an option that may be repeated. */
    List<String> list(String words, String help) {
        return values("1", words, help);
    }

    /** Returns the values, by their keys, of an option that is followed by both. */
    Map<String, String> pairs(String words) {
        List<String> all = values("2", words, null);
        Map<String, String> pairs = new LinkedHashMap<>();
        for (int i = 0; i < all.size(); i += 2) pairs.put(all.get(i), all.get(i + 1));
        return pairs;
    }

    /** Returns the settings of variables that an option makes which is followed by name and value. */
    List<String> settings(String words) {
        List<String> settings = new ArrayList<>();
        for (Map.Entry<String, String> each : pairs(words).entrySet())
            settings.add(each.getKey() + "=" + each.getValue());
        return settings;
    }

    /** Returns the elements of an option whose value is a list, separated by commas. */
    List<String> elements(String words) {
        List<String> elements = new ArrayList<>();
        for (String list : list(words, null)) Collections.addAll(elements, list.split(","));
        return elements;
    }

    /** Returns the value of an option whose further words, to the end of the line, are the program's arguments. */
    String last(String words, String help, List<String> arguments) {
        List<String> all = value(row(List.class, "1", words, help));
        if (all == null || all.isEmpty()) return null;
        arguments.addAll(all.subList(1, all.size()));
        return all.get(0);
    }

    /** An option that prints the help or the version. */
    void print(boolean help, String words, String description) {
        OptionSpec option = row(boolean.class, null, words, description);
        int last = group.size() - 1;
        if (option == null && last >= 0 && words.startsWith(group.get(last).names()[0]))
            group.set(
                    last,
                    OptionSpec.builder(group.get(last))
                            .usageHelp(help)
                            .versionHelp(!help)
                            .build());
    }

    /** Options that ask for what jmpirun does anyway. */
    void asEver(String names) {
        for (String name : names.split(" ")) flag(name, null);
    }

    /** Options with a value that has no effect here. */
    void noEffect(String why, String names) {
        for (String name : names.split(" ")) {
            OptionSpec option = row(String[].class, "1", name, null);
            if (option != null) notes.add(option.longestName() + ": no effect here: " + why);
        }
    }

    /** Options that jmpirun cannot obey: they end the start, whatever their values. */
    void refused(String why, String names) {
        for (String name : names.split(" ")) {
            OptionSpec option = row(String[].class, "0..1", name, null);
            if (option != null) throw new BadInputException(option.longestName() + ": not possible here: " + why);
        }
    }

    private List<String> values(String arity, String words, String help) {
        String[] values = value(row(String[].class, arity, words, help));
        return values == null ? List.of() : List.of(values);
    }

    private static <T> T value(OptionSpec option) {
        return option == null ? null : option.getValue();
    }

    private OptionSpec row(Class<?> type, String arity, String words, String help) {
        return row(type, arity, words, help, null);
    }

    /** Describes an option, or returns it if it is given. */
    private OptionSpec row(Class<?> type, String arity, String words, String help, String values) {
        if (given == null) {
            describe(type, arity, words, help, values);
            return null;
        }
        int end = words.indexOf(' ');
        String name = end < 0 ? words : words.substring(0, end);
        // Picocli does not count an option as matched whose words something else takes.
        OptionSpec option = type == List.class ? given.commandSpec().findOption(name) : given.matchedOption(name);
        if (option != null && further && !words.endsWith(" :"))
            throw new BadInputException(
                    option.names()[0] + ": an option for all programs: write it in front of the first one");
        return option;
    }

    private void describe(Class<?> type, String arity, String words, String help, String values) {
        boolean forHelp = typed == null;
        if (forHelp && help == null) return;
        List<String> names = new ArrayList<>();
        String label = null;
        for (String word : words.split(" ")) {
            if (word.equals("/") && forHelp) break;
            if (word.startsWith("-")) names.add(word);
            else if (!word.equals("/") && !word.equals(":")) label = word;
        }
        if (!forHelp) {
            for (String name : List.copyOf(names)) addShortForm(name, names);
            if (Collections.disjoint(names, typed)) return;
        }
        OptionSpec.Builder option = OptionSpec.builder(
                        names.get(0), names.subList(1, names.size()).toArray(String[]::new))
                .type(type)
                .hidden(help == null);
        if (arity != null) option.arity(arity);
        if (label != null) option.paramLabel(label);
        if (help != null) option.description(help);
        if (values != null) option.completionCandidates(List.of(values.split(" ")));
        if (type == List.class) option.parameterConsumer(OptionRows::takeAll);
        group.add(option.build());
    }

    private static void addShortForm(String name, List<String> names) {
        if (name.startsWith("--") && !JvmOptions.WITH_VALUE.contains(name) && !names.contains(name.substring(1)))
            names.add(name.substring(1));
    }

    private static void takeAll(Stack<String> args, ArgSpec option, CommandSpec command) {
        if (args.isEmpty())
            throw new MissingParameterException(
                    command.commandLine(),
                    option,
                    "Missing required parameter for option '" + ((OptionSpec) option).names()[0] + "' ("
                            + option.paramLabel() + ")");
        List<String> words = new ArrayList<>();
        while (!args.isEmpty()) words.add(args.pop());
        option.setValue(words);
    }
}
