package org.jmpi.run.lifecycle;

import org.jmpi.run.system.BadInputException;

/** The place where {@code --watch} shows the job. */
public enum WatchMode {
    /** In the last lines of the terminal; a line every ten seconds where there is none. */
    TERMINAL,
    /** On a page of the loopback device. */
    WEB;

    public static final String OPTION = "--watch";
    public static final String WEB_OPTION = "--watch=web";

    private static final String SERVER = "jdk.httpserver";

    /**
     * Checks that this Java has what a page needs; a runtime made by jlink may lack it.
     *
     * @throws BadInputException if it has not
     */
    public static void checkWeb(ModuleLayer modules) {
        if (modules.findModule(SERVER).isEmpty())
            throw new BadInputException(
                    WEB_OPTION + ": this Java has no module " + SERVER + ": take the Java of a JDK, add"
                            + " the module to the runtime, or watch in the terminal by " + OPTION);
    }
}
