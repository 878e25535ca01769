package org.jmpi.ibm;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the suite ran on. */
final class Machine {
    private Machine() {}

    /** Returns notes by their names, in an order for readers. */
    static Map<String, String> notes() {
        Map<String, String> notes = new LinkedHashMap<>();
        notes.put("JDK", properties("java.vm.name", "java.runtime.version"));
        notes.put("OS", properties("os.name", "os.version", "os.arch"));
        notes.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
        return notes;
    }

    private static String properties(String... names) {
        StringBuilder text = new StringBuilder();
        for (String name : names) text.append(text.isEmpty() ? "" : " ").append(System.getProperty(name));
        return text.toString();
    }
}
