package org.jmpi.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Parameters of Open MPI on the command line ({@code --mca KEY VALUE}): those that jmpirun obeys, too, and the rest.
 */
final class MpiParameters {
    /** The names of the options. */
    static final String[] OPTIONS = {
        "--mca", "-mca", "--gmca", "-gmca", "--omca", "--gomca", "--pmixmca", "--gpmixmca", "--prtemca"
    };

    static final List<String> HOST_FILE = List.of("orte_default_hostfile", "prte_default_hostfile");
    static final List<String> RSH_AGENT = List.of("plm_rsh_agent", "plm_ssh_agent");
    static final List<String> RSH_ARGUMENTS = List.of("plm_rsh_args", "plm_ssh_args");
    static final List<String> IFACE = List.of("btl_tcp_if_include");

    private final Map<String, String> values = new LinkedHashMap<>();

    /** @param pairs a key and its value alternately */
    MpiParameters(String... pairs) {
        for (int i = 0; i < pairs.length; i += 2) values.put(pairs[i], pairs[i + 1]);
    }

    /** Returns the value of a parameter that has several names; null if it has none. */
    String value(List<String> names) {
        for (String name : names) if (values.containsKey(name)) return values.get(name);
        return null;
    }

    /** Returns the line about those without effect, if there are any. */
    List<String> notes() {
        TreeSet<String> rest = new TreeSet<>(values.keySet());
        for (List<String> obeyed : List.of(HOST_FILE, RSH_AGENT, RSH_ARGUMENTS, IFACE)) rest.removeAll(obeyed);
        List<String> notes = new ArrayList<>();
        if (!rest.isEmpty())
            notes.add("--mca " + String.join(", ", rest)
                    + ": no effect here: of Open MPI; jmpirun has --transport and settings (-Djmpi.NAME)");
        return notes;
    }
}
