package org.jmpi.run.command;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.run.cli.OptionTable;
import org.jmpi.run.system.Version;
import picocli.CommandLine.Model.OptionSpec;

/** The manual page jmpirun(1), in the language of man(7), made from the options. */
final class ManualPage {
    private final StringBuilder page = new StringBuilder();

    private ManualPage() {}

    static String text() {
        return new ManualPage().make();
    }

    private String make() {
        line(".TH JMPIRUN 1 \"\" \"JMPI " + Version.number() + "\" \"JMPI\"");
        line(".SH NAME");
        line("jmpirun " + escape("-") + " start the ranks of an MPI program in Java");
        line(".SH SYNOPSIS");
        line(".nf");
        for (String usage : OptionTable.SYNOPSIS) line(escape(usage));
        line(".fi");
        line(".SH DESCRIPTION");
        paragraphs(OptionTable.DESCRIPTION);
        line(".SH OPTIONS");
        new OptionTable().groups().forEach((heading, options) -> {
            line(".SS " + heading);
            options.forEach(this::option);
        });
        line(".SH EXIT STATUS");
        paragraphs(OptionTable.EXIT_CODES);
        line(".SH EXAMPLES");
        line(".nf");
        for (String example : OptionTable.EXAMPLES) line(escape(example));
        line(".fi");
        line(".SH SEE ALSO");
        line("The folder docs of the distribution: jmpirun.md, launching.md and the guide.");
        return page.toString();
    }

    private void option(OptionSpec option) {
        List<String> names = new ArrayList<>();
        for (String name : option.names()) names.add("\\fB" + escape(name) + "\\fR");
        String value = option.arity().max() == 0 ? "" : " \\fI" + escape(option.paramLabel()) + "\\fR";
        line(".TP");
        line(String.join(", ", names) + value);
        line(escape(String.join(" ", option.description())));
    }

    private void paragraphs(String text) {
        for (String paragraph : text.split("\\R\\R")) {
            line(".PP");
            line(escape(String.join(" ", paragraph.strip().split("\\s*\\R\\s*"))));
        }
    }

    /** A line that begins with a dot or a quote would be a request, and a plain minus a hyphen. */
    static String escape(String text) {
        String escaped = text.replace("\\", "\\e").replace("-", "\\-");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }

    private void line(String text) {
        page.append(text).append('\n');
    }
}
