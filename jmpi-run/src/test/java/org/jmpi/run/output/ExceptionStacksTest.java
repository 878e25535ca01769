package org.jmpi.run.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Exceptions that end ranks are shown once, with their ranks. */
class ExceptionStacksTest {
    private static final String STACK =
            "Exception in thread \"main\" java.lang.IllegalStateException: a\nb\n\tat Main.main";

    @Test
    void theStackIsWhatFollowsTheException() {
        assertEquals(STACK, ExceptionStacks.stack("java.lang.IllegalStateException: a\nb\n" + STACK + "\n"));
        assertEquals("", ExceptionStacks.stack("boom"));
        assertEquals("", ExceptionStacks.stack("Exception in thread, said a message"));
    }

    @Test
    void equalStacksAreShownOnce() {
        ExceptionStacks stacks = new ExceptionStacks();
        for (int rank : List.of(2, 0, 1, 5)) stacks.add(rank, STACK);
        stacks.add(3, "another");
        List<String> shown = new ArrayList<>();
        stacks.show(shown::add);
        assertEquals(List.of("ranks 0 to 2, 5: " + STACK, "rank 3: another"), shown);
    }
}
