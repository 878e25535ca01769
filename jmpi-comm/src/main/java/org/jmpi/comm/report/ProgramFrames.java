package org.jmpi.comm.report;

import java.util.LinkedList;
import java.util.List;
import java.util.regex.Pattern;

/** The frames of a stack that are the program's: its own, not those of JUnit, and the MPI calls that it has made. */
public final class ProgramFrames {
    private static final String CLASSES =
            "MPI|Comm|Intracomm|Intercomm|Cartcomm|Graphcomm|Distgraphcomm|Request|Prequest|Crequest|Status|Datatype"
                    + "|Group|Op|Errhandler|Info|Win|Freeable|Ranks|(Nonblocking|Persistent)?(Neighbour)?Collectives";

    private static final String TYPED_CLASSES =
            "World|Window|(Cartesian)?Communicator|MpiFuture|Items|MessageType|Outcome"
                    + "|(Core|PointToPoint|Collective|Reduction|Survivor)Calls";

    /** Also of a lambda's class, such as {@code $$Lambda$303/0x00007f865114f328}. */
    private static final String INNER = "(\\$[\\w$/]+)?";

    private static final Pattern TYPED = Pattern.compile("org\\.jmpi\\.(" + TYPED_CLASSES + ")" + INNER);

    /** Methods that a program calls. */
    private static final Pattern CALL =
            Pattern.compile("(mpi\\.(" + CLASSES + ")|org\\.jmpi\\.(" + TYPED_CLASSES + "))" + INNER + "\\..*");

    private static final Pattern LIBRARY = Pattern.compile(CALL
            + "|org\\.jmpi\\.((Jmpi|Run|BoundRank|BoundExecutor"
            + "|run\\.(threads\\.SharedJvm|threads\\.RankThread|program\\.MainMethod)"
            + "|junit\\.(RankTest|RankMain|ThreadRanks|MpiTestExtension))\\b"
            + "|world\\.|comm\\.|transport\\.|codec\\.).*|org\\.junit\\..*");

    private static final Pattern JDK = Pattern.compile("(java|javax|jdk|sun|com\\.sun)\\..*");

    private ProgramFrames() {}

    /**
     * {@return whether a class is one of the typed calls of package {@code org.jmpi}}
     *
     * @param className its name
     */
    public static boolean isTypedCall(String className) {
        return TYPED.matcher(className).matches();
    }

    /** Returns nothing of a thread of the library's. */
    static List<String> of(List<String> frames) {
        LinkedList<String> kept = new LinkedList<>();
        boolean program = false;
        boolean inLibrary = false;
        for (int i = frames.size() - 1; i >= 0; i--) {
            String frame = frames.get(i);
            if (isLibrary(frame)) {
                // The frames below, such as Thread.run, are not the program's.
                if (!program) kept.clear();
                if (!inLibrary && isCall(frame)) kept.addFirst(frame);
                inLibrary = true;
            } else if (!isJdk(frame)) {
                kept.addFirst(frame);
                program = true;
                inLibrary = false;
            } else if (!inLibrary) {
                kept.addFirst(frame);
            }
        }
        return List.copyOf(kept);
    }

    static boolean isCall(String frame) {
        return CALL.matcher(frame).matches();
    }

    private static boolean isLibrary(String frame) {
        return LIBRARY.matcher(frame).matches();
    }

    private static boolean isJdk(String frame) {
        return JDK.matcher(frame).matches();
    }
}
