package org.jmpi.run;

/** What the user asked for cannot be started; the message is one line that names the value and says what to do. */
final class BadInputException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BadInputException(String message) {
        super(message);
    }

    BadInputException(String message, Throwable cause) {
        super(message, cause);
    }
}
