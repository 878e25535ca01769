package org.jmpi.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jmpi.run.cli.OptionTable;
import org.jmpi.run.system.BadInputException;
import org.junit.jupiter.api.Test;

class ShellCompletionTest {
    private static final List<String> OPTIONS = new OptionTable().names();

    @Test
    void theShellKnowsAllOptionsAndTheirValues() {
        String script = ShellCompletion.script();
        for (String option : OPTIONS) assertTrue(script.contains("'" + option + "'"), option);
        for (String words : List.of("\"core\" \"none\"", "\"ssh\" \"srun\"", "\"rmi-kryo\"", "\"mandelbrot\""))
            assertTrue(script.contains(words), words);
        assertFalse(script.contains("+o default"), "names of files");
        assertFalse(script.contains("--bynode"), "an option that the help does not have");
    }

    @Test
    void theShellKnowsTheOptionsOfEachCommand() {
        String script = ShellCompletion.script();
        assertTrue(script.contains("\"bash\" \"zsh\" \"man\""), script);
        assertFalse(script.contains("-W \"${commands"), "commands at any place");
        assertTrue(
                script.substring(script.indexOf("function _picocli_jmpirun_watch"))
                        .contains("'--web'"),
                script);
    }

    @Test
    void theManualHasAllOptions() {
        String page = ManualPage.text();
        for (String option : OPTIONS) assertTrue(page.contains("\\fB" + ManualPage.escape(option) + "\\fR"), option);
        assertTrue(page.contains(".SS Finding mistakes\n"), page);
        assertTrue(page.contains("\n\\fB\\-np\\fR, \\fB\\-n\\fR, \\fB\\-\\-np\\fR \\fIN\\fR\n"), page);
        assertTrue(page.contains("\n\\fB\\-\\-check\\fR\n"), page);
    }

    @Test
    void noLineOfTheManualIsARequestByAccident() {
        assertEquals("\\&.x \\e \\-", ManualPage.escape(".x \\ -"));
        assertEquals("\\&'a", ManualPage.escape("'a"));
    }

    @Test
    void otherWordsAreRefused() {
        assertEquals(
                "completion fish: neither bash, zsh nor man",
                assertThrows(BadInputException.class, () -> ShellCompletion.run("fish"))
                        .getMessage());
    }
}
