package org.jmpi.wireup;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The variables of a process, which its process manager and its user have set. */
record Variables(Map<String, String> environment) {
    private static final int LONGEST_NAME = 64;

    /** Returns whether a variable is set, and not empty. */
    boolean has(String variable) {
        return text(variable).isPresent();
    }

    /** Returns the value of a variable; empty if it is not set or has no characters. */
    Optional<String> text(String variable) {
        return Optional.ofNullable(environment.get(variable)).map(String::strip).filter(text -> !text.isEmpty());
    }

    /**
     * Returns the value of a setting: a system property such as {@code jmpi.wireup.dir}, or else the variable {@code
     * JMPI_WIREUP_DIR}.
     */
    Optional<String> setting(String name) {
        String property = System.getProperty(name);
        return property != null ? Optional.of(property) : text(variable(name));
    }

    /** Returns the name of the variable that stands for a setting. */
    static String variable(String setting) {
        return setting.toUpperCase(Locale.ROOT).replace('.', '_');
    }

    /**
     * Returns the number in a variable.
     *
     * @throws IOException if the variable is not set, is no number, or is not from least to most
     */
    int number(String variable, int least, int most) throws IOException {
        String text = text(variable).orElseThrow(() -> new IOException(variable + " is not set"));
        return parse(variable, text, least, most);
    }

    static int parse(String name, String text, int least, int most) throws IOException {
        try {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) return value;
        } catch (NumberFormatException e) {
            throw new IOException(name + " is not a number: " + text, e);
        }
        throw new IOException(name + " is out of range: " + text + ", from " + least + " to " + most);
    }

    /** Returns the number in a variable; empty if it is not set, or the wire-up refuses it when it is opened. */
    OptionalInt given(String variable) {
        try {
            return OptionalInt.of(number(variable, 0, Integer.MAX_VALUE));
        } catch (IOException e) {
            // The wire-up reads the variable again when it is opened, and reports it.
            return OptionalInt.empty();
        }
    }

    /** Returns whether a variable has a number above a limit. */
    boolean isAbove(String variable, int limit) {
        try {
            return has(variable) && number(variable, Integer.MIN_VALUE, Integer.MAX_VALUE) > limit;
        } catch (IOException e) {
            // The wire-up reads the variable again when it is opened, and reports it.
            return true;
        }
    }

    /** Returns the name of the transport between processes. */
    String transport() {
        return setting("jmpi.transport").orElse("auto");
    }

    /** Returns a name of letters, digits, '_', '.' and '-', at most {@value #LONGEST_NAME}, for an engine's job id. */
    static String jobName(String id) {
        String name = id.replaceAll("[^A-Za-z0-9_.-]", "-");
        if (name.length() <= LONGEST_NAME) return name;
        String hash = Integer.toHexString(id.hashCode());
        return name.substring(0, LONGEST_NAME - 1 - hash.length()) + "-" + hash;
    }
}
