package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs whose ranks run several programs. */
@Tag("job")
@Timeout(120)
class SeveralProgramsTest {
    private static final String RANKS = RankProgram.class.getName();

    @TempDir
    private Path folder;

    private static Launch start(String... words) throws IOException {
        return Launch.start(Arrays.stream(words)
                .flatMap(word -> word.startsWith("!") ? Stream.of(word.substring(1)) : Stream.of(word.split(" ")))
                .toArray(String[]::new));
    }

    private static List<String> sorted(String text) {
        return text.lines().sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--transport auto", "--transport threads", "--threads-per-process 2"})
    void ranksAreNumberedThroughThePrograms(String mode) throws Exception {
        Path source = Files.writeString(
                folder.resolve("Third.java"),
                "class Third { public static void main(String[] args) { System.out.println(\"third \" + args[0]); } }");
        try (Launch launch = start(
                mode + " --report-map -XX:TieredStopAtLevel=1 -np 1 -cp " + Launch.testClasses(),
                RANKS + " all:println=first% all:mains",
                ": -np 2 -cp " + Launch.testClasses() + " " + RANKS + "$Base second",
                ": -np 3 " + source + " word")) {
            launch.expect(0);
            assertEquals(
                    List.of("first0", "main 1 of rank 0", "second", "second", "third word", "third word", "third word"),
                    sorted(launch.out()));
        }
    }

    @Test
    void theProgramsExchangeMessages() throws Exception {
        String main = MpiProgram.class.getName() + " everything";
        String own = "-XX:TieredStopAtLevel=1 -cp " + Launch.testClasses() + " " + main;
        try (Launch launch = start("-np 1 " + own + " : -np 2 " + own)) {
            launch.expect(0);
            assertEquals("everything is right on 3 ranks\n", launch.out());
        }
    }

    @Test
    void eachProgramHasItsEnvironmentFolderAndOptions() throws Exception {
        String steps = "all:env=A all:env=G all:property=user.dir all:property=p";
        Path file = Files.writeString(
                folder.resolve("apps"),
                "-np 1 -x A=one " + RANKS + " " + steps + " all:stdin\n-np 1 -x A=two -wdir '" + folder
                        + "' -Dp={rank} " + RANKS + " " + steps + "\n");
        List<String> words = new ArrayList<>(List.of("--tag-output", "-genv", "G", "all", "-cp", Launch.testClasses()));
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "--app", file.toString()));
        try (Launch launch = Launch.start(words.toArray(new String[0]))) {
            launch.stdin().write("input".getBytes());
            launch.stdin().close();
            launch.expect(0);
            List<String> lines = new ArrayList<>(List.of("[0] 0 A=one", "[0] 0 G=all", "[0] 0 read input"));
            lines.add("[0] 0 user.dir=" + Path.of("").toAbsolutePath());
            lines.add("[0] 0 p=null");
            lines.addAll(List.of("[1] 1 A=two", "[1] 1 G=all", "[1] 1 p=1", "[1] 1 user.dir=" + folder));
            assertEquals(lines.stream().sorted().toList(), sorted(launch.out()));
        }
    }
}
