package org.jmpi.report;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

/** Finds the lines of the program that call MPI in the stack traces of events. */
final class CallSites {
    static final String UNKNOWN = "unknown line";

    private static final Set<String> BINDING = Set.of("mpi", "org.jmpi", "org.jmpi.world");
    private static final Set<String> LIBRARY = Set.of(
            "org.jmpi.comm.",
            "org.jmpi.transport.",
            "org.jmpi.rpc.",
            "org.jmpi.dsm.",
            "org.jmpi.pvm.",
            "jpvm.",
            "jdk.",
            "java.");

    private static final String LAMBDA = "$$Lambda";

    /** A proxy of an interface that is not public has the package of the interface. */
    private static final String PROXY = "$Proxy";

    /** The end of the name of a hidden class, such as {@code +0x00000008020d7a60.1620948027}. */
    private static final Pattern HIDDEN = Pattern.compile("[+/]0x.*");

    /** A recording has equal stack traces once. */
    private final Map<RecordedStackTrace, String> known = new IdentityHashMap<>();

    private final Map<String, String> texts = new HashMap<>();

    /**
     * Returns the line that made the call, such as {@code Main.step(Main.java:12)}.
     *
     * @param stack null if the event has none
     */
    String of(RecordedStackTrace stack) {
        if (stack == null) return UNKNOWN;
        return known.computeIfAbsent(stack, this::find);
    }

    private String find(RecordedStackTrace stack) {
        for (RecordedFrame frame : stack.getFrames()) {
            RecordedMethod method = frame.getMethod();
            if (method == null || !isOfTheProgram(method.getType().getName())) continue;
            return texts.computeIfAbsent(text(method, frame.getLineNumber()), text -> text);
        }
        return UNKNOWN;
    }

    /** The stack trace of an event names no file: its name is that of the class, by the rules of the compilers. */
    private static String text(RecordedMethod method, int line) {
        String type = HIDDEN.matcher(method.getType().getName()).replaceFirst("");
        String file = type.substring(type.lastIndexOf('.') + 1);
        int nested = file.indexOf('$');
        if (nested > 0) file = file.substring(0, nested);
        file = file.endsWith("Kt") ? file.substring(0, file.length() - 2) + ".kt" : file + ".java";
        return type + "." + method.getName() + "(" + file + ":" + line + ")";
    }

    /** Returns whether a class has lines of the program; what a lambda expression becomes, and a proxy, have none. */
    static boolean isOfTheProgram(String type) {
        if (type.contains(LAMBDA) || type.contains(PROXY)) return false;
        String own = HIDDEN.matcher(type).replaceFirst("");
        int dot = own.lastIndexOf('.');
        if (dot >= 0 && BINDING.contains(own.substring(0, dot))) return false;
        return LIBRARY.stream().noneMatch(own::startsWith);
    }
}
