package org.jmpi.run.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.jmpi.run.program.DividedOptions;
import org.jmpi.run.program.JvmOptions;
import org.jmpi.run.program.ModulePath;
import org.jmpi.run.system.BadInputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Options of a JVM of several ranks, and of the layers of these. */
class RankModulesTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void makeModules() throws Exception {
        for (String name : List.of("one", "two")) {
            Path source =
                    Files.createDirectories(folder.resolve("src").resolve(name)).resolve("module-info.java");
            Files.writeString(source, "module " + name + " {}");
            String classes = folder.resolve("mods").resolve(name).toString();
            assertEquals(
                    0, ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes, source.toString()));
        }
    }

    private DividedOptions divided(String options) {
        return RankModules.divide(
                List.of(options.split(" ")),
                ModulePath.parse(folder.resolve("mods").toString()),
                List.of());
    }

    private void assertDivided(String options, String ofJvm, String ofLayers) {
        DividedOptions divided = divided(options);
        assertEquals(ofJvm, String.join(" ", divided.ofJvm()));
        assertEquals(ofLayers, String.join(" ", divided.ofLayers()));
    }

    @Test
    void modulesOfTheProgramAreNotForTheJvm() {
        assertDivided("-Xmx1g -p mods -Da=b --module-path=x", "-Xmx1g -Da=b", "");
        assertDivided("--add-modules one,java.sql,two", "--add-modules java.sql", "--add-modules one,two");
        assertDivided("--add-modules=ALL-SYSTEM -ea", "--add-modules ALL-SYSTEM -ea", "");
    }

    @Test
    void theJvmGrantsToTheHostWhatTheHostGrantsToTheProgram() {
        assertDivided("--add-opens one/x=two", "", "--add-opens one/x=two");
        assertDivided(
                "--add-opens java.base/java.lang=one,ALL-UNNAMED",
                "--add-opens java.base/java.lang=ALL-UNNAMED",
                "--add-opens java.base/java.lang=one,ALL-UNNAMED");
        assertDivided("--add-reads one=java.sql", "", "--add-reads one=java.sql");
    }

    @Test
    void whatALayerCannotObeyIsRefused() {
        BadInputException e = assertThrows(BadInputException.class, () -> divided("--patch-module one=x"));
        assertEquals(
                "--patch-module: not for a module whose ranks are threads; take another transport", e.getMessage());
    }

    @Test
    void theCompilerOfASourceFileTakesTheReleaseAndTheModules() {
        DividedOptions divided = JvmOptions.divideForSource(
                List.of("-Xmx1g", "--source", "17", "--add-modules=java.sql", "-ea", "--add-opens", "java.base/x=y"));
        assertEquals(
                List.of("-Xmx1g", "--add-modules=java.sql", "-ea", "--add-opens", "java.base/x=y"), divided.ofJvm());
        assertEquals(List.of("--release", "17", "--add-modules=java.sql"), divided.ofLayers());
    }
}
