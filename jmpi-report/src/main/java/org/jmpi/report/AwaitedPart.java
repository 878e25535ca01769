package org.jmpi.report;

/** A part of a rank's work that other ranks wait for: a column of the table of late ranks. */
enum AwaitedPart {
    SENDS("others wait for its sends"),
    RECEIVES("for its receives"),
    COLLECTIVE_CALLS("for its collective calls"),
    LOCKS_AND_METHODS("for its locks and methods");

    private final String heading;

    AwaitedPart(String heading) {
        this.heading = heading;
    }

    String heading() {
        return heading;
    }
}
