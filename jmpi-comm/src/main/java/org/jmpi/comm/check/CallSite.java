package org.jmpi.comm.check;

import org.jmpi.comm.report.ProgramFrames;

/** The lines of the program that call MPI. */
final class CallSite {
    /** Stands for a call site that is not known. */
    static final String UNKNOWN = "an unknown place";

    private static final StackWalker STACK = StackWalker.getInstance();
    private static final String CORE = "org.jmpi.comm.";
    private static final String BINDING = "mpi.";

    private CallSite() {}

    /** Returns the line of the program that made the call under way, such as {@code Main.main(Main.java:12)}. */
    static String here() {
        return STACK.walk(frames -> frames.filter(frame -> isOfTheProgram(frame.getClassName()))
                .findFirst()
                .map(StackWalker.StackFrame::toStackTraceElement)
                .map(CallSite::text)
                .orElse(UNKNOWN));
    }

    private static boolean isOfTheProgram(String className) {
        boolean binding = className.startsWith(BINDING) && className.indexOf('.', BINDING.length()) < 0;
        return !binding && !className.startsWith(CORE) && !ProgramFrames.isTypedCall(className);
    }

    private static String text(StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }
}
