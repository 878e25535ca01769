package org.jmpi.run.launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads Slurm's compressed lists: of nodes, such as {@code rack[1-2]n[01-03,7],login}, and of tasks, such as
 * {@code 4(x2),3}.
 */
final class SlurmNodes {
    private static final Pattern TASKS = Pattern.compile("(\\d{1,9})(?:\\(x(\\d{1,9})\\))?");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,18})(?:-(\\d{1,18}))?");
    private static final int MOST = 100_000;

    private SlurmNodes() {}

    /** @throws IOException if the text is no list of nodes */
    static List<String> names(String list) throws IOException {
        List<String> names = new ArrayList<>();
        for (String part : split(list)) names.addAll(expand(part));
        return names;
    }

    /** Divides at the commas that are not in brackets. */
    private static List<String> split(String list) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        int depth = 0;
        for (int i = 0; i < list.length(); i++) {
            char c = list.charAt(i);
            if (c == '[') depth++;
            else if (c == ']') depth--;
            else if (c == ',' && depth == 0) {
                parts.add(list.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(list.substring(start));
        return parts;
    }

    /** Returns the names that a part stands for, whose brackets are a product. */
    private static List<String> expand(String part) throws IOException {
        int open = part.indexOf('[');
        if (open < 0) {
            if (part.isBlank() || part.indexOf(']') >= 0) throw malformed(part);
            return List.of(part.strip());
        }
        int close = part.indexOf(']', open);
        if (close < 0) throw malformed(part);
        List<String> names = new ArrayList<>();
        List<String> tails = close + 1 < part.length() ? expand(part.substring(close + 1)) : List.of("");
        for (String number : numbers(part.substring(open + 1, close)))
            for (String tail : tails) names.add(part.substring(0, open) + number + tail);
        if (names.size() > MOST) throw malformed(part);
        return names;
    }

    /** Returns the numbers of ranges; those with leading zeros keep their width. */
    private static List<String> numbers(String ranges) throws IOException {
        List<String> numbers = new ArrayList<>();
        for (String range : ranges.split(",", -1)) {
            Matcher matcher = RANGE.matcher(range);
            if (!matcher.matches()) throw malformed(ranges);
            String first = matcher.group(1);
            long from = Long.parseLong(first);
            long to = matcher.group(2) == null ? from : Long.parseLong(matcher.group(2));
            if (to < from || to - from > MOST) throw malformed(ranges);
            for (long number = from; number <= to; number++)
                numbers.add(String.format("%0" + first.length() + "d", number));
        }
        return numbers;
    }

    /** @throws IOException if the text is no list of numbers of tasks */
    static List<Integer> tasks(String list) throws IOException {
        List<Integer> tasks = new ArrayList<>();
        for (String part : list.split(",", -1)) {
            Matcher matcher = TASKS.matcher(part.strip());
            if (!matcher.matches()) throw malformed(list);
            int times = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
            if (times > MOST) throw malformed(list);
            for (int i = 0; i < times; i++) tasks.add(Integer.parseInt(matcher.group(1)));
        }
        return tasks;
    }

    private static IOException malformed(String text) {
        return new IOException("malformed: " + text);
    }
}
