package org.jmpi.run.program;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * A program whose ranks are threads.
 *
 * @param ranks how many ranks of the job run it
 * @param classPath the program's, without JMPI
 * @param options for the layers of a module's ranks, its module path first
 */
public record ThreadProgram(
        int ranks, ClassPath classPath, EntryPoint main, List<String> options, List<String> arguments) {

    /** @param at where its class path begins in that of the process */
    List<String> toArguments(int at) {
        List<String> words = new ArrayList<>(List.of(
                Integer.toString(ranks), classPath.partFrom(at), main.kind().name(), main.name()));
        add(options, words);
        add(arguments, words);
        return words;
    }

    /** @param all the class path of the process */
    static ThreadProgram parse(Iterator<String> words, ClassPath all) {
        return new ThreadProgram(
                Integer.parseInt(words.next()),
                all.part(words.next()),
                new EntryPoint(EntryPoint.Kind.valueOf(words.next()), words.next()),
                list(words),
                list(words));
    }

    private static void add(List<String> list, List<String> words) {
        words.add(Integer.toString(list.size()));
        words.addAll(list);
    }

    private static List<String> list(Iterator<String> words) {
        List<String> list = new ArrayList<>();
        for (int left = Integer.parseInt(words.next()); left > 0; left--) list.add(words.next());
        return list;
    }
}
