package org.jmpi.run;

import picocli.CommandLine.ParseResult;

/** Where {@code --watch} shows the job. */
enum WatchMode {
    /** In the last lines of the terminal; a line every ten seconds where there is none. */
    TERMINAL,
    /** On a page of the loopback device. */
    WEB;

    static final String OPTION = "--watch";
    static final String WEB_OPTION = "--watch=web";

    /** Returns null if the job is not watched. */
    static WatchMode of(ParseResult given) {
        if (given.hasMatchedOption(WEB_OPTION)) return WEB;
        return given.hasMatchedOption(OPTION) ? TERMINAL : null;
    }
}
