package org.jmpi.comm.session;

import java.util.HashMap;
import java.util.Map;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.object.ErrorHandler;

/** The variables by which the launcher describes a world (MPI-4.1 sections 11.8.4 and 11.10.1). */
final class WorldSettings {
    private WorldSettings() {}

    /** Returns the attributes of the communicator of the world that no other one has. */
    static Map<Integer, Object> attributes(Map<String, String> environment) {
        Map<Integer, Object> attributes = new HashMap<>();
        add(attributes, Communicator.UNIVERSE_SIZE_KEY, environment.get(LaunchEnvironment.UNIVERSE_SIZE));
        add(attributes, Communicator.APPNUM_KEY, environment.get(LaunchEnvironment.APPNUM));
        return attributes;
    }

    private static void add(Map<Integer, Object> attributes, int key, String value) {
        if (value != null && value.matches("\\d{1,9}")) attributes.put(key, Integer.valueOf(value));
    }

    /** Returns whether the launcher starts each process of the job, also a spawned one, on one host. */
    static boolean hasOneHost(Map<String, String> environment) {
        return "1".equals(environment.get(LaunchEnvironment.UNIVERSE_HOSTS));
    }

    /** Returns the first error handler of the communicators of a world; null if the launcher names none. */
    static ErrorHandler errorHandler(Map<String, String> environment) {
        String name = environment.getOrDefault(LaunchEnvironment.ERROR_HANDLER, "");
        if (name.equals("mpi_errors_are_fatal") || name.equals("mpi_errors_abort")) return ErrorHandler.ARE_FATAL;
        return name.equals("mpi_errors_return") ? ErrorHandler.RETURN : null;
    }
}
