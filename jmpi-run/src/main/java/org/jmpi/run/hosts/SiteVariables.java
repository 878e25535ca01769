package org.jmpi.run.hosts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.CommandPath;
import org.jmpi.run.system.CommandWords;

/**
 * Variables by which a site, or an operator of a cluster such as mpi-operator, gives its hosts and its remote shell to
 * the launchers of other MPIs.
 */
public record SiteVariables(Map<String, String> environment) {
    private static final List<String> HOST_FILE = List.of(
            "OMPI_MCA_orte_default_hostfile",
            "PRTE_MCA_prte_default_hostfile",
            "HYDRA_HOST_FILE",
            "I_MPI_HYDRA_HOST_FILE");
    private static final List<String> RSH_AGENT = List.of(
            "OMPI_MCA_plm_rsh_agent", "PRTE_MCA_plm_ssh_agent", "HYDRA_LAUNCHER_EXEC", "I_MPI_HYDRA_BOOTSTRAP_EXEC");
    private static final List<String> RSH_ARGUMENTS = List.of(
            "OMPI_MCA_plm_rsh_args",
            "PRTE_MCA_plm_ssh_args",
            "HYDRA_LAUNCH_EXTRA_ARGS",
            "HYDRA_LAUNCHER_EXTRA_ARGS",
            "I_MPI_HYDRA_BOOTSTRAP_EXEC_EXTRA_ARGS");

    /** A variable that is set, and not empty. */
    public record Setting(String name, String value) {}

    private Optional<Setting> first(List<String> names) {
        return names.stream()
                .filter(name -> !environment.getOrDefault(name, "").isBlank())
                .map(name -> new Setting(name, environment.get(name)))
                .findFirst();
    }

    public Optional<Setting> hostFile() {
        return first(HOST_FILE);
    }

    /** Returns the words of the remote shell. */
    public List<String> rshAgent(String agent, String arguments) {
        Optional<Setting> ofSite = agent == null ? first(RSH_AGENT) : Optional.of(new Setting("--rsh-agent", agent));
        List<String> words =
                new ArrayList<>(ofSite.map(SiteVariables::installed).orElse(List.of(Launching.SSH)));
        Optional<Setting> more =
                arguments == null ? first(RSH_ARGUMENTS) : Optional.of(new Setting("plm_rsh_args", arguments));
        more.ifPresent(setting -> words.addAll(CommandWords.of(setting.name(), setting.value())));
        return words;
    }

    /** Open MPI takes several commands, with colons between them, and uses the first one that there is. */
    private static List<String> installed(Setting agent) {
        List<List<String>> all = Arrays.stream(agent.value().split("\\s:\\s"))
                .map(text -> CommandWords.of(agent.name(), text))
                .filter(words -> !words.isEmpty())
                .toList();
        return all.stream()
                .filter(words -> CommandPath.ofSystem().isCommand(words.get(0)))
                .findFirst()
                .orElseThrow(() -> new BadInputException(agent.name() + " "
                        + agent.value().strip() + ": no such command, which is to reach other hosts"));
    }
}
