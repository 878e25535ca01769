package org.jmpi.comm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Lets tests of many minutes go on after an interruption. The property {@code jmpi.test.record} names a file. Its first
 * line is the commit. Each part of the run that is done has a line after it: a name, a tab, a result. A test that has
 * passed is not run again.
 */
public final class RecordedRun implements ExecutionCondition, TestWatcher {
    private static final String FILE = "jmpi.test.record";
    private static final String COMMIT = "commit";
    private static final String DIRTY = "-dirty";
    private static final String PASSED = "passed";
    private static final String TAB = "\t";

    private final Path file;
    private final Map<String, String> parts = new LinkedHashMap<>();

    /** Records in the file that the property names; nothing without the property. */
    public RecordedRun() {
        this(isOn() ? Path.of(System.getProperty(FILE)) : null, commit(Path.of("")));
    }

    /**
     * Reads what was recorded.
     *
     * @param file of the record, null for none
     * @param commit that is tested
     * @throws IllegalArgumentException if the file belongs to another commit, or the commit is not all that is tested
     */
    RecordedRun(Path file, String commit) {
        this.file = file;
        if (file == null) return;
        try {
            if (commit.endsWith(DIRTY))
                throw new IllegalArgumentException(FILE + ": commit the changes first, " + file + " names a commit");
            if (!Files.exists(file)) append(COMMIT, commit);
            // The last line is no whole one if the run ended while it was written.
            if (!Files.readString(file).endsWith("\n")) Files.writeString(file, "\n", StandardOpenOption.APPEND);
            for (String line : Files.readAllLines(file)) {
                int end = line.indexOf(TAB);
                if (end >= 0) parts.put(line.substring(0, end), line.substring(end + 1));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(FILE + ": can't use " + file, e);
        }
        if (!commit.equals(parts.get(COMMIT)))
            throw new IllegalArgumentException(FILE + ": " + file + " is of commit " + parts.get(COMMIT)
                    + ", and this is " + commit + "; name another file");
    }

    static boolean isOn() {
        return System.getProperty(FILE) != null;
    }

    private static String commit(Path folder) {
        if (!isOn()) return "";
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty")
                    .directory(folder.toAbsolutePath().toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new IllegalArgumentException(FILE + ": can't ask git for the commit", e);
        }
    }

    /** Returns the results that are recorded, by the names of the parts. */
    synchronized Map<String, String> parts() {
        return Map.copyOf(parts);
    }

    /** Records the result of a part. */
    public synchronized void add(String part, String result) {
        if (file == null) return;
        try {
            append(part, result);
        } catch (IOException e) {
            throw new IllegalStateException(FILE + ": can't write " + file, e);
        }
        parts.put(part, result);
    }

    private void append(String part, String result) throws IOException {
        Files.writeString(
                file,
                part + TAB + result.replaceAll("\\s+", " ") + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static String name(ExtensionContext context) {
        return context.getParent().map(ExtensionContext::getDisplayName).orElse("") + " " + context.getDisplayName();
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        boolean passed = PASSED.equals(parts().get(name(context)));
        return passed
                ? ConditionEvaluationResult.disabled("passed before: " + file)
                : ConditionEvaluationResult.enabled("not recorded as passed");
    }

    @Override
    public void testSuccessful(ExtensionContext context) {
        add(name(context), PASSED);
    }

    @Override
    public void testFailed(ExtensionContext context, Throwable cause) {
        add(name(context), "failed: " + cause);
    }
}
