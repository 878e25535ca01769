package org.jmpi.run.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jmpi.run.hosts.HostList;
import org.jmpi.run.hosts.Launching;
import org.jmpi.run.lifecycle.WatchMode;
import org.jmpi.run.plan.DebugServer;
import org.jmpi.run.program.Installation;
import org.jmpi.run.program.ShippedProgram;
import org.jmpi.run.program.ShippedTool;
import org.jmpi.run.system.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class OptionsTest {
    private static Options parse(String... args) {
        Options options = new Options();
        assertFalse(options.parse(args));
        return options;
    }

    private static AppOptions parseApp(String... args) {
        Options options = parse(args);
        assertEquals(1, options.apps.size());
        return options.apps.get(0);
    }

    @Test
    void everythingAfterTheProgramBelongsToIt() {
        AppOptions options =
                parseApp("-np", "4", "Main", "-np", "7", "-x", "--help", "-Xmx1g", "@file", "\"quoted\"", "--", "");
        assertEquals(4, options.ranks);
        assertEquals(
                List.of("Main", "-np", "7", "-x", "--help", "-Xmx1g", "@file", "\"quoted\"", "--", ""), options.words);
        assertEquals(List.of(), options.jvmOptions);
    }

    @Test
    void aFileOfArgumentsIsLeftToTheProgram(@TempDir Path folder) throws IOException {
        String word = "@" + Files.writeString(folder.resolve("arguments"), "more words");
        assertEquals(List.of("Main", word), parseApp("Main", word).words);
    }

    @Test
    void everythingAfterTheJarBelongsToIt() {
        Options options = parse("-np", "4", "-jar", "a b.jar", "--size", "3", "-v", "-jar", "x");
        assertEquals("a b.jar", options.apps.get(0).jar);
        assertEquals(List.of("--size", "3", "-v", "-jar", "x"), options.apps.get(0).words);
        assertFalse(options.verbose);
    }

    @Test
    void optionsOfTheJvmStayInTheirOrder() {
        Options options =
                parse("-Xmx1g", "-n", "2", "-Da=b c", "-XX:+UseSerialGC", "-ea", "-agentlib:jdwp=x=y", "-v", "Main");
        assertEquals(
                List.of("-Xmx1g", "-Da=b c", "-XX:+UseSerialGC", "-ea", "-agentlib:jdwp=x=y"),
                options.apps.get(0).jvmOptions);
        assertEquals(2, options.apps.get(0).ranks);
        assertTrue(options.verbose);
    }

    @Test
    void optionsOfTheJvmMayHaveTheirValueAsTheNextWord() {
        AppOptions options = parseApp(
                "--add-opens", "a/b=ALL-UNNAMED", "--add-modules=java.sql", "--add-opens=c/d=e", "-v", "Main", "-p");
        assertEquals(
                List.of("--add-opens", "a/b=ALL-UNNAMED", "--add-opens", "c/d=e", "--add-modules", "java.sql"),
                options.jvmOptions);
        assertEquals(List.of("Main", "-p"), options.words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-cp", "-classpath", "--class-path"})
    void theClassPathHasThreeNames(String name) {
        assertEquals("x:y z", parseApp(name, "x:y z", "Main").classPath);
    }

    @Test
    void defaults() {
        Options options = parse("Main");
        assertNull(options.apps.get(0).ranks);
        assertEquals(Runtime.getRuntime().availableProcessors(), options.mapPolicy.defaultRanks(options.hosts));
        assertEquals("0", options.input);
        assertNull(options.transport);
        assertNull(options.threadsPerProcess);
        assertNull(options.binding);
        assertNull(options.timeoutSeconds);
        assertNull(options.port);
        assertFalse(options.tag || options.verbose);
    }

    @Test
    void aValueIsTheNextWordOrFollowsTheName() {
        Options options = parse("--threads-per-process", "2", "--bind-to=core", "-np=6", "--timeout=1.5", "Main");
        assertEquals(2, options.threadsPerProcess);
        assertEquals("core", options.binding);
        assertEquals(6, options.apps.get(0).ranks);
        assertEquals(1.5, options.timeoutSeconds);
    }

    @Test
    void variablesMayBeRepeated() {
        assertEquals(List.of("A=1", "B", "C=x=y"), parseApp("-x", "A=1", "-x", "B", "-x", "C=x=y", "Main").variables);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-xA=1", "-vX", "-z", "--qwerty=4"})
    void whatIsNeitherOursNorTheJvmsIsRefused(String option) {
        String message = assertThrows(BadInputException.class, () -> parse(option, "Main"))
                .getMessage();
        assertEquals("unknown option: " + option + "; see jmpirun --help", message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--treads | --threads-per-process",
                "--threads | --threads-per-process",
                "--transprt=shm | --transport",
                "--tagoutput | --tag-output",
                "--timeot | --timeout",
                "--NP4 | -np or --np",
                "-xmx1g | -Xmx1g",
                "--Xmx1g | -Xmx1g",
                "-dname=value | -Dname=value"
            })
    void whatIsMeantIsNamed(String option, String meant) {
        assertEquals(
                "unknown option: " + option + "; did you mean " + meant + "? See jmpirun --help",
                assertThrows(BadInputException.class, () -> parse(option, "Main"))
                        .getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-np 3", "-n 3", "--np 3", "--n=3", "-c 3", "-H localhost:3", "-ppn 3", "-N 3"})
    void theNumberOfRanksHasTheNamesOfOtherLaunchers(String options) {
        Options parsed = parseWords(options + " Main");
        Integer said = parsed.apps.get(0).ranks;
        assertEquals(3, said == null ? parsed.mapPolicy.defaultRanks(parsed.hosts) : said);
    }

    private static Options parseWords(String words) {
        return parse(words.split(" "));
    }

    @Test
    void theJobIsWatchedWhereTheUserWants() {
        assertEquals(WatchMode.TERMINAL, parseWords("--watch web").watch);
        assertEquals(WatchMode.WEB, parseWords("-np 2 --watch=web Main --watch").watch);
        assertNull(parseWords("Main --watch").watch);
        // Such as about --watch, which --watch=web begins with.
        assertFalse(CommandLine.tracer().isWarn());
    }

    @Test
    void optionsOfOtherLaunchersAreObeyed() {
        Options options = parseWords(
                "-verbose -wd /tmp -l -output-filename out -s all -genv A 1 -x B=2 -env C 3 -bind-to none -dev niodev "
                        + "Main -l");
        assertTrue(options.verbose && options.tag);
        AppOptions app = options.apps.get(0);
        assertEquals("/tmp", app.directory);
        assertEquals("out", options.outputFolder);
        assertEquals("all", options.input);
        assertEquals(List.of("A=1", "B=2", "C=3"), app.variables);
        assertEquals("none", options.binding);
        assertEquals("socket", options.transport);
        assertEquals(List.of("Main", "-l"), app.words);
        assertEquals(List.of(), options.notes());
    }

    @Test
    void ranksThatWaitForADebugger() {
        assertEquals(new DebugServer(2, "127.0.0.1", 5005), parse("--debug", "2", "Main").debug);
        assertEquals(new DebugServer(-1, "*", 7000), parse("--debug=all:*:7000", "Main").debug);
    }

    @Test
    void optionsWithoutAMeaningHereAreTakenWithTheirValues() {
        Options options = parseWords("--byslot --allow-run-as-root -q --mca btl tcp,self --rank-by core -np 2 Main");
        assertEquals(List.of("Main"), options.apps.get(0).words);
        assertEquals(
                List.of("--mca btl", "--rank-by"),
                options.notes().stream().map(note -> note.split(":")[0]).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--gdb | --gdb: not possible here: --debug all lets each rank wait for a debugger of Java",
                "--xterm 1 | --xterm: not possible here: use --output-dir DIR, and tail -f DIR/rank-0.out",
                "--tmux | --tmux: not possible here: use --output-dir DIR, and tail -f DIR/rank-0.out",
                "--profile | --profile: not possible here: -XX:StartFlightRecording=settings=profile",
                "--profile=a | --profile: not possible here: -XX:StartFlightRecording=settings=profile",
                "--debug rank | --debug rank: not of the form RANK[:PORT] or all[:PORT]",
                "--app f -np 2 | --app f: the file names the programs and their numbers of ranks",
                "--launcher lsf | --launcher lsf: neither local, ssh nor srun; --rsh-agent names another remote shell",
                "--rsh-agent no-such-command | --rsh-agent no-such-command: no such command, which is to reach other",
                "--iface a,,b | --iface a,,b: not of the form NAME or CIDR, ...",
                "--ports many | --ports many: setting jmpi.ports is not LO-HI, two ports from 1 to 65535: many",
                "--ports 20-10 | --ports 20-10: setting jmpi.ports is not LO-HI",
                "--ports 1-70000 | --ports 1-70000: setting jmpi.ports is not LO-HI",
                "--ports 0-7 | --ports 0-7: setting jmpi.ports is not LO-HI",
                "--nolocal | --nolocal: there is no other host: name some by --host",
                "-mca orte_default_hostfile /no/such | --hostfile /no/such: cannot read the file: ",
                "-dev mxdev | -dev mxdev: jmpirun has --transport instead",
                "-ppn 0 | -ppn 0: at least 1 rank runs on a host",
                "-np 1 A : --timeout 2 | --timeout: an option for all programs: write it in front of the first one",
                "-np 1 A : -z | unknown option: -z; see jmpirun --help",
            })
    void whatCannotBeDoneIsSaid(String options, String message) {
        String line = assertThrows(BadInputException.class, () -> parseWords(options + " Main"))
                .getMessage();
        assertTrue(line.startsWith(message), line);
    }

    @Test
    void optionsForOtherHosts() {
        Options options =
                parseWords("-H a.invalid:2 --launcher slurm --rsh-agent sh --preload --report-map --iface eth0"
                        + " --ports 20000-20100 --nat --tls Main");
        assertEquals(new Launching(Launching.SRUN, List.of("sh"), true, null), options.launching);
        assertTrue(options.reportMap);
        assertEquals(
                Map.of("JMPI_IFACE", "eth0", "JMPI_PORTS", "20000-20100", "JMPI_NAT", "1", "JMPI_TLS", "on"),
                options.network);
    }

    @Test
    void theHybridDeviceIsAJvmForEachHost() {
        Options one = parseWords("-dev hybdev Main");
        assertEquals(Installation.THREADS, one.transport);
        assertNull(one.threadsPerProcess);
        Options two = parseWords("-dev hybdev -H a.invalid,b.invalid Main");
        assertEquals(Installation.AUTO, two.transport);
        assertEquals(Integer.MAX_VALUE, two.threadsPerProcess);
    }

    @Test
    void optionsForOtherHostsAreOff() {
        Options options = parse("Main");
        assertEquals(Launching.DEFAULT, options.launching);
        assertEquals(Map.of(), options.network);
        assertFalse(options.reportMap);
        assertEquals(HostList.here(), options.hosts);
    }

    @Test
    void parametersOfOpenMpiAreObeyedWhereTheyMeanSomething() {
        Options options = parseWords(
                "-H a.invalid --mca plm_rsh_agent sh --mca btl_tcp_if_include eth1 -mca plm_rsh_args -4 Main");
        assertEquals(new Launching(null, List.of("sh", "-4"), false, null), options.launching);
        assertEquals(Map.of("JMPI_IFACE", "eth1"), options.network);
        assertEquals(List.of(), options.notes());
    }

    @Test
    void programsAreDividedByALoneColon() {
        Options options = parse(
                "--tag-output",
                "-genv",
                "G",
                "1",
                "-np",
                "1",
                "-x",
                "A=2",
                "-cp",
                "a",
                "Master",
                "x:",
                ":",
                "-n",
                "3",
                "-Xmx1g",
                "-wdir",
                "/",
                "-jar",
                "b.jar",
                "-np",
                ":",
                "-np",
                "2",
                "C");
        assertEquals(3, options.apps.size());
        assertTrue(options.tag);
        AppOptions master = options.apps.get(0);
        assertEquals(1, master.ranks);
        assertEquals("a", master.classPath);
        assertEquals(List.of("Master", "x:"), master.words);
        assertEquals(List.of("G=1", "A=2"), master.variables);
        AppOptions worker = options.apps.get(1);
        assertEquals(3, worker.ranks);
        assertEquals("b.jar", worker.jar);
        assertNull(worker.classPath);
        assertEquals("/", worker.directory);
        assertEquals(List.of("-Xmx1g"), worker.jvmOptions);
        assertEquals(List.of("-np"), worker.words);
        assertEquals(List.of("G=1"), worker.variables);
        assertEquals(List.of("C"), options.apps.get(2).words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"A :", "A : -np 2", "A : : B"})
    void aProgramFollowsEachColon(String words) {
        assertEquals(
                "':' and no program behind it",
                assertThrows(BadInputException.class, () -> parseWords(words)).getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "-help", "--version", "-V"})
    void helpAndVersionGoToStandardOutput(String option) {
        PrintStream original = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            assertTrue(new Options().parse("-np", "3", option));
        } finally {
            System.setOut(original);
        }
        String text = out.toString(StandardCharsets.UTF_8);
        if (!option.matches("--version|-V"))
            for (ShippedProgram program : ShippedProgram.values()) assertTrue(text.contains(program.toString()), text);
        assertTrue(
                text.startsWith(option.matches("--version|-V") ? "jmpirun (JMPI) " : "Usage: jmpirun [-np N]"), text);
    }

    @Test
    void aReportIsMadeFromTheRecordingsOfItsFolder() {
        Options both = parse("--report", "out", "-np", "2", "Main");
        assertEquals("out", both.record);
        assertTrue(both.hasProgram());
        assertFalse(parse("--report", "out").hasProgram());
        assertNull(parse("--record", "out", "Main").report);
        BadInputException e =
                assertThrows(BadInputException.class, () -> parse("--report", "out", "--record", "other", "Main"));
        assertTrue(e.getMessage().startsWith("--report out and --record other: "), e::getMessage);
    }

    @Test
    void aToolIsTheVeryFirstWord() {
        assertEquals(Optional.of(ShippedTool.SUITE), ShippedTool.startedBy("suite", "--jobs", "2"));
        assertEquals(Optional.of(ShippedTool.BENCH), ShippedTool.startedBy("bench"));
        assertEquals(Optional.of(ShippedTool.FIGURES), ShippedTool.startedBy("figures", "--quick"));
        assertEquals(Optional.of(ShippedTool.REPORT), ShippedTool.startedBy("report", "DIR"));
        assertEquals(Optional.empty(), ShippedTool.startedBy("-np", "2", "suite"));
        assertEquals(Optional.empty(), ShippedTool.startedBy());
    }
}
