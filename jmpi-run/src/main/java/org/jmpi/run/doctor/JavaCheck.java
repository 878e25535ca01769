package org.jmpi.run.doctor;

import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jmpi.run.jvm.ClassArchive;
import org.jmpi.run.jvm.JvmDefaults;
import org.jmpi.run.lifecycle.WatchMode;
import org.jmpi.run.system.CommandPath;

/** Checks the Java that runs jmpirun and the ranks. */
final class JavaCheck {
    private static final String JAVA = "java";
    private static final String ARCHIVES = "archives";

    /** The first Java whose java.base has it. */
    private static final int FIRST_WITH_ED25519 = 22;

    /** The features that do not work without a module. */
    private static final Map<String, String> USES = uses();

    private JavaCheck() {}

    private static Map<String, String> uses() {
        Map<String, String> uses = new LinkedHashMap<>();
        uses.put("jdk.management", "recordings (--record)");
        uses.put("jdk.unsupported", "ranks under MPICH's mpiexec, and whatever else speaks PMI-1");
        uses.put("java.rmi", "the transports rmi and rmi-kryo");
        if (Runtime.version().feature() < FIRST_WITH_ED25519) uses.put("jdk.crypto.ec", "TLS without a key store");
        uses.put("java.instrument", "JMPI's jars for JVMs that a script starts");
        uses.put("jdk.compiler", "source files as programs (jmpirun Hello.java)");
        uses.put("jdk.jfr", "recordings (Java Flight Recorder)");
        uses.put("jdk.jcmd", "stacks of ranks before MPI.Init");
        uses.put("jdk.httpserver", WatchMode.WEB_OPTION);
        return uses;
    }

    static void run(DoctorFindings findings) {
        Path home = Path.of(System.getProperty("java.home"));
        findings.ok(JAVA, System.getProperty("java.vm.version") + " at " + home);
        checkModules(findings, name -> ModuleFinder.ofSystem().find(name).isPresent());
        for (String variable : JvmDefaults.VARIABLES) {
            String value = System.getenv(variable);
            if (value != null && !value.isBlank())
                findings.note(JAVA, variable + " is set, and each JVM obeys it: " + value.strip());
        }
        checkCommand(findings, home, CommandPath.ofSystem());
        checkArchives(findings, System.getProperty(ClassArchive.FOLDERS), System.getProperty(ClassArchive.FOLDER));
    }

    static void checkModules(DoctorFindings findings, Predicate<String> isThere) {
        USES.forEach((module, use) -> {
            if (!isThere.test(module))
                findings.note(JAVA, "no module " + module + " in this runtime: " + use + " will not work; use a JDK");
        });
    }

    /** Programs that the user starts without jmpirun may run on another Java than the ranks. */
    private static void checkCommand(DoctorFindings findings, Path home, CommandPath path) {
        Optional<Path> command = path.find(JAVA);
        if (command.isEmpty() || System.getenv("JAVA_HOME") == null) return;
        Path own = home.resolve("bin").resolve(JAVA);
        if (Files.exists(own) && !path.leads(JAVA, own))
            findings.note(JAVA, "the PATH leads to another java, " + command.get() + ": JAVA_HOME decides for jmpirun");
    }

    /** @param folder with archives for this JVM; null if there are none */
    static void checkArchives(DoctorFindings findings, String folders, String folder) {
        if (folder != null) findings.ok(ARCHIVES, "JVMs start from those in " + folder);
        else if (folders == null)
            findings.note(
                    ARCHIVES, "switched off (JMPI_CACHE=off): JVMs take twice the time to start; unset JMPI_CACHE");
        else
            findings.note(
                    ARCHIVES,
                    "none for this JVM: JVMs take twice the time to start; run 'jmpirun --train' once, which writes to "
                            + folders.replace(java.io.File.pathSeparator, " or "));
    }
}
