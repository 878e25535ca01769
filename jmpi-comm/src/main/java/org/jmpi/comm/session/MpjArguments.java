package org.jmpi.comm.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The three words that MPJ Express puts before a program's own arguments: the rank; a configuration file, or the number
 * of ranks if they are threads; and the device, by which its {@code Init} removes them. A launcher asks for them by a
 * variable that names the device.
 */
public final class MpjArguments {
    /** The variable with the device's name; unset if a program gets its own arguments alone. */
    public static final String DEVICE = "JMPI_MPJ_DEVICE";

    /** The device of ranks that are threads of one JVM. */
    public static final String MULTICORE = "multicore";

    private static final int WORDS = 3;

    /** A file that exists and is empty, as there is no configuration. */
    private static final String NO_FILE = "/dev/null";

    private MpjArguments() {}

    /**
     * {@return the arguments of {@code main}}
     *
     * @param device the value of {@link #DEVICE}; null if the program gets its own arguments alone
     * @param rank the rank, in any form
     * @param size the number of ranks
     * @param arguments the program's own
     */
    public static List<String> with(String device, String rank, int size, List<String> arguments) {
        if (device == null) return arguments;
        String second = device.equals(MULTICORE) ? Integer.toString(size) : NO_FILE;
        List<String> all = new ArrayList<>(List.of(rank, second, device));
        all.addAll(arguments);
        return all;
    }

    /**
     * Returns a program's own arguments.
     *
     * @param args what {@code main} got, with or without the three words; null counts as none
     * @return a copy
     */
    public static String[] without(String... args) {
        if (args == null) return new String[0];
        String device = System.getenv(DEVICE);
        boolean before = device != null && args.length >= WORDS && args[WORDS - 1].equals(device);
        return Arrays.copyOfRange(args, before ? WORDS : 0, args.length);
    }
}
