package jpvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Arrays;

/**
 * The console, a command: it shows hosts and tasks of the daemon, adds hosts, and ends all.
 *
 * <pre>
 * java -cp 'JMPI/lib/*' jpvm.jpvmConsole
 * </pre>
 */
public class jpvmConsole {
    private static final String HELP = """
            add HOST ...  adds hosts
            conf          lists the hosts
            halt          ends all tasks and the daemon
            help, ?       prints this
            ps            lists the tasks
            quit, q       ends the console alone
            """;

    private final jpvmEnvironment jpvm;
    private final PrintStream out;

    private jpvmConsole(jpvmEnvironment jpvm, PrintStream out) {
        this.jpvm = jpvm;
        this.out = out;
    }

    /**
     * Runs the console: reads commands from standard input until quit, halt or its end.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try {
            jpvmEnvironment jpvm = new jpvmEnvironment("jpvm console");
            jpvm.requireDaemon();
            new jpvmConsole(jpvm, System.out).run(new BufferedReader(new InputStreamReader(System.in)));
            jpvm.pvm_exit();
        } catch (jpvmException | IOException e) {
            System.err.println(e);
            Runtime.getRuntime().exit(1);
        }
    }

    private void run(BufferedReader in) throws IOException {
        while (true) {
            out.print("jpvm> ");
            out.flush();
            String line = in.readLine();
            if (line == null) return;
            String[] words = line.strip().split("\\s+");
            if (words[0].equals("quit") || words[0].equals("q")) return;
            try {
                act(words);
            } catch (jpvmException e) {
                out.println(e);
            }
        }
    }

    private void act(String[] words) throws jpvmException {
        switch (words[0]) {
            case "" -> {}
            case "add" -> add(Arrays.copyOfRange(words, 1, words.length));
            case "conf" -> conf();
            case "halt" -> jpvm.pvm_halt();
            case "help", "?" -> out.print(HELP);
            case "ps" -> ps();
            default -> out.println("no command " + words[0] + ": help lists them");
        }
    }

    private void add(String[] hosts) throws jpvmException {
        if (hosts.length == 0) throw new jpvmException("add without the name of a host");
        jpvmTaskId[] daemons = new jpvmTaskId[hosts.length];
        jpvm.pvm_addhosts(hosts.length, hosts, daemons);
        for (jpvmTaskId each : daemons) out.println("added " + each);
    }

    private void conf() {
        jpvmConfiguration conf = jpvm.pvm_config();
        out.println("hosts: " + conf.numHosts);
        for (int i = 0; i < conf.numHosts; i++) out.println("  " + conf.hostDaemonTids[i]);
    }

    private void ps() {
        jpvmConfiguration conf = jpvm.pvm_config();
        for (int host = 0; host < conf.numHosts; host++) {
            jpvmTaskStatus status = jpvm.pvm_tasks(conf, host);
            out.println("tasks on " + status.hostName + ": " + status.numTasks);
            for (int i = 0; i < status.numTasks; i++)
                out.println("  " + status.taskTids[i] + "  " + status.taskNames[i]);
        }
    }
}
