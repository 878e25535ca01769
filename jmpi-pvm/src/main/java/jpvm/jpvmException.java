package jpvm;

/** What a call of this package throws when it fails. It is neither an Exception nor an Error, as JPVM has it. */
public class jpvmException extends Throwable {
    private static final long serialVersionUID = 1;

    /** Makes an exception without a message. */
    public jpvmException() {
        this("");
    }

    /**
     * Makes an exception.
     *
     * @param message what has failed
     */
    public jpvmException(String message) {
        super(message);
    }

    jpvmException(RuntimeException cause) {
        super(cause.getMessage(), cause);
    }

    @Override
    public String toString() {
        return "jpvm error: " + getMessage();
    }
}
