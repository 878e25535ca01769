package org.jmpi.run.system;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Locale;

/**
 * Thrown for a value of the user that prevents the start; the message is one line that names the value and says what to
 * do.
 */
public final class BadInputException extends RuntimeException {
    /** The exit code of jmpirun if nothing could be started. */
    public static final int EXIT_CODE = 2;

    private static final long serialVersionUID = 1;

    public BadInputException(String message) {
        super(message);
    }

    public BadInputException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns a refusal that ends with a file and the reason; some exceptions have the reason in their names alone. */
    public static BadInputException ofFile(String message, IOException e) {
        String reason = e.getMessage();
        if (e instanceof FileSystemException file && file.getReason() == null) {
            String name = e.getClass().getSimpleName().replace("Exception", "");
            reason += ": " + name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        }
        return new BadInputException(message + ": " + reason, e);
    }
}
