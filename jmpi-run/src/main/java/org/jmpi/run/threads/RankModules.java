package org.jmpi.run.threads;

import java.lang.module.Configuration;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.module.ResolutionException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.datatype.ObjectCodecProvider;
import org.jmpi.comm.frame.Layer;
import org.jmpi.run.program.ClassPath;
import org.jmpi.run.program.DividedOptions;
import org.jmpi.run.program.JvmOptions;
import org.jmpi.run.program.ModulePath;
import org.jmpi.run.program.ThreadProgram;
import org.jmpi.run.system.BadInputException;

/**
 * The modules of a program whose ranks are threads. Each rank has a layer of its own, all of whose modules have the
 * rank's class loader; so their static fields are the rank's.
 *
 * <p>The classes of {@code org.jmpi.comm}, which the ranks share, are in an unnamed module of their JVM.
 * A module of that name with the same packages, but without classes, stands for them where it is required.
 */
public final class RankModules {
    private static final String COMM = "org.jmpi.comm";
    private static final String ADD_MODULES = "--add-modules";
    private static final List<String> GRANTS = List.of("--add-exports", "--add-opens", "--add-reads");
    private static final List<String> REFUSED =
            List.of("--patch-module", "--limit-modules", "--upgrade-module-path", "--enable-native-access");

    private final String main;
    private final Configuration configuration;
    private final List<Grant> grants = new ArrayList<>();

    /** A right that a program's module is granted, or grants, beyond its descriptor. */
    private record Grant(String option, String module, String packageName, List<String> targets) {
        /** Reads such as {@code --add-opens module/package=target,target}. */
        static Grant parse(String option, String value) {
            String[] sides = value.split("=", 2);
            String[] source = sides[0].split("/", 2);
            if (sides.length < 2) throw new BadInputException(option + " " + value + ": no '=' and module");
            return new Grant(option, source[0], source.length > 1 ? source[1] : "", List.of(sides[1].split(",")));
        }
    }

    /**
     * Reads a program.
     *
     * @param main a module, or a module and a class of it
     * @param path where its modules are
     * @param jmpi the jars of JMPI that a rank has of its own
     * @param options those of {@link DividedOptions#ofLayers}
     */
    RankModules(String main, ModulePath path, List<Path> jmpi, List<String> options) {
        this.main = main;
        Set<String> roots = new LinkedHashSet<>(List.of(ModulePath.module(main)));
        for (int i = 0; i < options.size(); i += 2) {
            if (options.get(i).equals(ADD_MODULES))
                roots.addAll(List.of(options.get(i + 1).split(",")));
            else grants.add(Grant.parse(options.get(i), options.get(i + 1)));
        }
        ModuleFinder finder = ModuleFinder.compose(comm(), new ModulePath(jmpi).finder(), path.finder());
        configuration = ModuleLayer.boot().configuration().resolveAndBind(finder, ModuleFinder.of(), roots);
    }

    /**
     * Returns the modules of a program.
     *
     * @param jmpi the jars of JMPI that a rank has of its own
     * @throws BadInputException if they do not fit together
     */
    static RankModules of(ThreadProgram program, ClassPath jmpi) {
        List<String> options = program.options();
        try {
            return new RankModules(
                    program.main().name(),
                    ModulePath.parse(options.get(0)),
                    jmpi.entries(),
                    options.subList(1, options.size()));
        } catch (FindException | ResolutionException e) {
            throw new BadInputException("cannot run module " + program.main().name() + ": " + e.getMessage(), e);
        }
    }

    /** Returns where the classes of the modules are. */
    List<Path> locations() {
        return configuration.modules().stream()
                .flatMap(module -> module.reference().location().stream())
                .filter(place -> place.getScheme().equals("file"))
                .map(Path::of)
                .collect(Collectors.toList());
    }

    /**
     * Finds the module of the jar that is the first of the JVM's class path; classes of the boot class path have no
     * source.
     */
    private static ModuleFinder comm() {
        ModuleDescriptor.Builder descriptor = ModuleDescriptor.newModule(COMM);
        ModuleFinder.of(ClassPath.parse(System.getProperty("java.class.path"))
                        .entries()
                        .get(0))
                .find(COMM)
                .orElseThrow()
                .descriptor()
                .packages()
                .forEach(descriptor::exports);
        // So the modules that provide these are in the rank's configuration, as in a process.
        descriptor.uses(Layer.class.getName());
        descriptor.uses(ObjectCodecProvider.class.getName());
        ModuleReference reference = new ModuleReference(descriptor.build(), null) {
            @Override
            public ModuleReader open() {
                return new NoResources();
            }
        };
        return new ModuleFinder() {
            @Override
            public Optional<ModuleReference> find(String name) {
                return name.equals(COMM) ? Optional.of(reference) : Optional.empty();
            }

            @Override
            public Set<ModuleReference> findAll() {
                return Set.of(reference);
            }
        };
    }

    private static final class NoResources implements ModuleReader {
        @Override
        public Optional<URI> find(String name) {
            return Optional.empty();
        }

        @Override
        public Stream<String> list() {
            return Stream.empty();
        }

        @Override
        public void close() {
            // It holds nothing.
        }
    }

    /** Makes the layer of a rank and returns the program's main class in it. */
    Class<?> mainClass(ClassLoader loader) throws ClassNotFoundException {
        ModuleLayer.Controller controller =
                ModuleLayer.defineModules(configuration, List.of(ModuleLayer.boot()), name -> loader);
        ModuleLayer layer = controller.layer();
        Module jvm = RankModules.class.getModule();
        Module comm = LaunchEnvironment.class.getModule();
        for (Module module : layer.modules()) {
            controller.addReads(module, jvm);
            controller.addReads(module, comm);
            controller.addReads(module, loader.getUnnamedModule());
        }
        for (Grant grant : grants) apply(grant, controller, loader);
        Module module = layer.findModule(ModulePath.module(main)).orElseThrow();
        String name = ModulePath.mainClass(main, module.getDescriptor());
        controller.addOpens(module, name.substring(0, Math.max(0, name.lastIndexOf('.'))), jvm);
        return Class.forName(name, true, loader);
    }

    private void apply(Grant grant, ModuleLayer.Controller controller, ClassLoader loader) {
        ModuleLayer layer = controller.layer();
        Optional<Module> own = layer.findModule(grant.module()).filter(module -> module.getLayer() == layer);
        BiConsumer<Module, Module> action = switch (grant.option()) {
            case "--add-reads" -> controller::addReads;
            case "--add-exports" ->
                own.isPresent()
                        ? (from, to) -> controller.addExports(from, grant.packageName(), to)
                        : (from, to) -> from.addExports(grant.packageName(), to);
            default ->
                own.isPresent()
                        ? (from, to) -> controller.addOpens(from, grant.packageName(), to)
                        : (from, to) -> from.addOpens(grant.packageName(), to);
        };
        Module from = own.or(() -> layer.findModule(grant.module())).orElse(null);
        for (String name : grant.targets()) {
            Module to = name.equals("ALL-UNNAMED")
                    ? loader.getUnnamedModule()
                    : layer.findModule(name).orElse(null);
            // A JVM only warns of modules that it does not know.
            if (from == null || to == null)
                System.err.println("WARNING: Unknown module: " + (from == null ? grant.module() : name)
                        + " specified to " + grant.option());
            else action.accept(from, to);
        }
    }

    /**
     * Divides the options of a JVM of several ranks between it and the layers of its ranks. The JVM takes the rights
     * that the JDK's modules grant to the program's, and passes them on.
     *
     * @throws BadInputException if there is one that a layer cannot obey
     */
    public static DividedOptions divide(List<String> options, ModulePath path, List<Path> jmpi) {
        Set<String> own = ModuleFinder.compose(path.finder(), new ModulePath(jmpi).finder()).findAll().stream()
                .map(reference -> reference.descriptor().name())
                .collect(Collectors.toSet());
        List<String> ofJvm = new ArrayList<>();
        List<String> ofLayers = new ArrayList<>();
        List<String> rest = ModulePath.without(options);
        for (int i = 0; i < rest.size(); i++) {
            String[] word = rest.get(i).split("=", 2);
            boolean attached = rest.get(i).startsWith("--") && word.length > 1;
            boolean takesValue = JvmOptions.WITH_VALUE.contains(word[0]);
            if (REFUSED.contains(word[0]))
                throw new BadInputException(
                        word[0] + ": not for a module whose ranks are threads; take another transport");
            if (!takesValue) {
                ofJvm.add(rest.get(i));
                continue;
            }
            String value = attached ? word[1] : i + 1 < rest.size() ? rest.get(++i) : "";
            divide(word[0], value, own, ofJvm, ofLayers);
        }
        return new DividedOptions(ofJvm, ofLayers);
    }

    private static void divide(
            String option, String value, Set<String> own, List<String> ofJvm, List<String> ofLayers) {
        if (option.equals(ADD_MODULES)) {
            Map<Boolean, String> names = Stream.of(value.split(","))
                    .collect(Collectors.partitioningBy(own::contains, Collectors.joining(",")));
            if (!names.get(false).isEmpty()) ofJvm.addAll(List.of(option, names.get(false)));
            if (!names.get(true).isEmpty()) ofLayers.addAll(List.of(option, names.get(true)));
        } else if (!GRANTS.contains(option)) {
            ofJvm.addAll(List.of(option, value));
        } else {
            Grant grant = Grant.parse(option, value);
            ofLayers.addAll(List.of(option, value));
            if (!own.contains(grant.module()) && !option.equals("--add-reads"))
                ofJvm.addAll(List.of(option, grant.module() + "/" + grant.packageName() + "=ALL-UNNAMED"));
        }
    }
}
