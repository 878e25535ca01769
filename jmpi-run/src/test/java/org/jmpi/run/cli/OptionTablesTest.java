package org.jmpi.run.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.OptionSpec;

/** The tables of options in docs/jmpirun.md have the rows of jmpirun's own table. */
class OptionTablesTest {
    private static final Path PAGE = Path.of("../docs/jmpirun.md");
    private static final String BEGIN = "<!-- options: written by OptionTablesTest -->\n";
    private static final String END = "<!-- end of options -->\n";

    @Test
    void theTablesHaveAllOptions() throws IOException {
        String page = Files.readString(PAGE);
        String written = written(page);
        if (Boolean.getBoolean("docs.write")) Files.writeString(PAGE, written);
        else
            assertEquals(
                    written,
                    page,
                    "run this to write it: mvn -pl jmpi-run test -Dtest=OptionTablesTest -Ddocs.write=true");
    }

    private static String written(String page) {
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        StringBuilder text = new StringBuilder(page.substring(0, begin));
        new OptionTable().groups().forEach((heading, options) -> table(heading, options, text));
        return text.append('\n').append(page.substring(page.indexOf(END))).toString();
    }

    private static void table(String heading, List<OptionSpec> options, StringBuilder text) {
        text.append("\n**").append(heading).append("**\n\n| option | meaning |\n|---|---|\n");
        for (OptionSpec option : options)
            text.append("| ")
                    .append(names(option))
                    .append(" | ")
                    .append(meaning(option))
                    .append(" |\n");
    }

    private static String names(OptionSpec option) {
        String label =
                option.arity().max() == 0 ? "" : " " + option.paramLabel().replace("|", "\\|");
        return Stream.of(option.names()).map(name -> "`" + name + label + "`").collect(Collectors.joining(", "));
    }

    /** Returns the sentence of the help, whose quoted words are code. */
    private static String meaning(OptionSpec option) {
        return option.description()[0].replace("|", "\\|").replaceAll("(?<!\\w)'([^']+)'", "`$1`");
    }
}
