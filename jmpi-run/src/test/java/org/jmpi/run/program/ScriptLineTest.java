package org.jmpi.run.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptLineTest {
    @TempDir
    private Path folder;

    private Path script(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        assertTrue(file.toFile().setExecutable(true));
        return file;
    }

    @ParameterizedTest
    @CsvSource({
        "#!/usr/bin/env jmpirun, true",
        "#!/opt/jmpi/bin/jmpirun, true",
        "#! /usr/bin/env -S jmpirun -np 4 --check, true",
        "#!/usr/bin/env -S JMPI_CACHE=off /opt/jmpi/bin/jmpirun -np 4, true",
        "#!/bin/sh, false",
        "#!/usr/bin/env -S java --source 17, false",
        "#!/no/such/interpreter, false",
        "#!, false",
        "'// run by jmpirun', false",
        "'', false",
    })
    void theFirstLineNamesTheCommand(String first, boolean expected) throws IOException {
        Path file = script("tool", first + "\nclass Tool { public static void main(String[] args) {} } // jmpirun\n");
        assertEquals(expected, ScriptLine.namesJmpirun(file));
        assertEquals(expected, EntryPoint.isSource(file.toString()));
    }

    @Test
    void aLinkToJmpirunAndAScriptThatStartsItAreFollowed() throws IOException {
        Path jmpirun = script("real-jmpirun", "#!/bin/sh\nexec java org.jmpi.run.Jmpirun \"$@\" # jmpirun\n");
        Path link = Files.createSymbolicLink(folder.resolve("mpi"), jmpirun);
        Path guard = script("guard", "#!/bin/bash\nexec /opt/jmpi/bin/jmpirun -np 1 \"$@\"\n");
        Path other = script("other", "#!/bin/bash\nexec python3 \"$@\"\n");
        assertTrue(ScriptLine.namesJmpirun(script("a", "#!" + link + " -np 2\nclass A {}\n")));
        assertTrue(ScriptLine.namesJmpirun(script("b", "#!" + guard + "\nclass B {}\n")));
        assertFalse(ScriptLine.namesJmpirun(script("c", "#!" + other + "\nclass C {}\n")));
        assertTrue(ScriptLine.namesJmpirun(Files.createSymbolicLink(folder.resolve("d"), folder.resolve("b"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exec jmpirun \"$@\"",
                "exec '/opt/my jmpi/bin/jmpirun' \"$@\"",
                "cd /data && JMPI_CACHE=off \"$JMPI_HOME/bin/jmpirun\" -np 4 \"$@\"",
                "if true; then jmpirun \"$@\"; fi",
                "nice -n 5 timeout 60 jmpirun \"$@\" # niced",
                "out=$(jmpirun -np 2 \"$@\")",
                "JMPIRUN=/opt/jmpi/bin/jmpirun\nexec $JMPIRUN \"$@\"",
                "import os, sys\nos.execvp(\"/opt/jmpi/bin/jmpirun\", sys.argv)",
                "import subprocess, sys\nsubprocess.run(['jmpirun', '-np', '2'] + sys.argv[1:])",
                "exec java -cp \"$LIB/*\" org.jmpi.run.Jmpirun \"$@\""
            })
    void aScriptThatStartsJmpirunIsFollowed(String code) throws IOException {
        Path command = script("command", "#!/bin/sh\n" + code + "\n");
        assertTrue(ScriptLine.namesJmpirun(script("a", "#!" + command + "\nclass A {}\n")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# Unlike jmpirun, this starts one JVM.",
                "exec java \"$@\" # not jmpirun",
                "echo \"use jmpirun for several ranks\"; exec java \"$@\"",
                "echo use jmpirun instead >&2",
                "command -v jmpirun >/dev/null || echo 'no jmpirun here'",
                "cat <<'END'\njmpirun -np 4 Program\nEND\nexec java \"$@\"",
                "cat <<-END\n\texec jmpirun\n\tEND",
                "exec my-jmpirun \"$@\"",
                "exec jmpirun-like \"$@\"",
                "tail -f /var/log/jmpirun.log",
                "print('jmpirun is not needed')"
            })
    void aScriptThatSpeaksOfJmpirunIsNotFollowed(String code) throws IOException {
        Path command = script("command", "#!/bin/sh\n" + code + "\n");
        assertFalse(ScriptLine.namesJmpirun(script("a", "#!" + command + "\nclass A {}\n")));
    }

    @Test
    void foldersAndProgramsAreNoScripts() throws IOException {
        assertFalse(ScriptLine.namesJmpirun(folder));
        assertFalse(ScriptLine.namesJmpirun(folder.resolve("missing")));
        assertFalse(ScriptLine.namesJmpirun(Path.of(Program.Java.HERE)));
    }
}
