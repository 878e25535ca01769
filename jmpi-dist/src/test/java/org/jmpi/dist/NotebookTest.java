package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import jdk.jshell.JShell;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The cells of the notebook run in JShell, as the kernels for Java do it, and print what the notebook says. */
class NotebookTest {
    private static final Path NOTEBOOK = Path.of("..", "examples", "notebook", "mpi.ipynb");

    @Test
    @Tag("full")
    void cellsPrintWhatTheNotebookSays() throws Exception {
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            shell.addToClasspath(System.getProperty("java.class.path"));
            List<JSONObject> cells = codeCells();
            assertTrue(cells.size() > 5, "cells: " + cells.size());
            for (JSONObject cell : cells) {
                String code = text(cell.getJSONArray("source"));
                if (code.startsWith("%")) continue; // a command of the kernel
                List<String> results = new ArrayList<>();
                String printed = Sources.output(() -> results.addAll(evaluate(shell, code)));
                results.addAll(0, printed.lines().toList());
                assertEquals(output(cell), results, code);
            }
        }
    }

    /** Returns the cells of a notebook in Jupyter's format 4. */
    private static List<JSONObject> codeCells() throws IOException {
        JSONObject notebook = new JSONObject(Files.readString(NOTEBOOK));
        assertEquals(4, notebook.getInt("nbformat"));
        List<JSONObject> code = new ArrayList<>();
        for (Object cell : notebook.getJSONArray("cells"))
            if (((JSONObject) cell).getString("cell_type").equals("code")) code.add((JSONObject) cell);
        return code;
    }

    private static String text(JSONArray lines) {
        return lines.toList().stream().map(Object::toString).collect(Collectors.joining());
    }

    /** Returns the lines that a cell prints, and its value. */
    private static List<String> output(JSONObject cell) {
        List<String> all = new ArrayList<>();
        for (Object each : cell.getJSONArray("outputs")) {
            JSONObject output = (JSONObject) each;
            boolean stream = output.getString("output_type").equals("stream");
            JSONArray lines = stream
                    ? output.getJSONArray("text")
                    : output.getJSONObject("data").getJSONArray("text/plain");
            all.addAll(text(lines).lines().toList());
        }
        return all;
    }

    /** Evaluates the snippets of a cell, and returns the value of the last one if it is an expression. */
    private static List<String> evaluate(JShell shell, String code) {
        String last = null;
        String rest = code;
        while (!rest.isBlank()) {
            SourceCodeAnalysis.CompletionInfo snippet =
                    shell.sourceCodeAnalysis().analyzeCompletion(rest);
            assertTrue(snippet.completeness().isComplete(), rest);
            for (SnippetEvent event : shell.eval(snippet.source())) {
                String error = shell.diagnostics(event.snippet())
                        .map(diagnostic -> diagnostic.getMessage(null))
                        .findFirst()
                        .orElse(null);
                assertEquals(null, error, snippet.source());
                assertEquals(null, event.exception(), snippet.source());
                last = snippet.remaining().isBlank() && !code.stripTrailing().endsWith(";") ? event.value() : null;
            }
            rest = snippet.remaining();
        }
        return last == null || last.isEmpty() ? List.of() : List.of(last);
    }
}
