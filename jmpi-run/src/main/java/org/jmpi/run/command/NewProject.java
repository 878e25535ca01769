package org.jmpi.run.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jmpi.run.system.BadInputException;

/** Writes a Maven project with a program and a test: {@code jmpirun new myproject}. It is a copy of an example. */
final class NewProject {
    /** The files of the example. */
    static final List<String> FILES =
            List.of("pom.xml", "README.md", "src/main/java/app/Pi.java", "src/test/java/app/PiTest.java");

    private static final String FOLDER = "project/";
    private static final String NAME = "[A-Za-z][A-Za-z0-9_-]*(\\.[A-Za-z0-9_-]+)*";

    /** The place where the example looks for the artifacts of JMPI, which is known within the distribution. */
    private static final String EXAMPLES_REPOSITORY = "file://${project.basedir}/../../repository";

    /** The folder as the user has named it. */
    private final Path folder;

    private final Path place;
    private final String name;

    /** The URL of the artifacts that came with this jmpirun; null without a distribution. */
    private final String repository;

    private NewProject(Path folder, Path artifacts) {
        repository = artifacts == null ? null : artifacts.toUri().toString().replaceFirst("/$", "");
        this.folder = folder;
        place = folder.toAbsolutePath().normalize();
        name = place.getFileName() == null ? "" : place.getFileName().toString();
    }

    /**
     * Writes a project.
     *
     * @param folder is new or empty
     * @param artifacts the repository of JMPI's artifacts; null if Maven knows one
     * @return the exit code
     * @throws BadInputException if the folder cannot be that of a project
     */
    static int run(String folder, Path artifacts) {
        if (folder.isEmpty()) throw new BadInputException("new '': not the name of a folder");
        try {
            new NewProject(Path.of(folder), artifacts).write();
        } catch (InvalidPathException e) {
            throw new BadInputException("new " + folder + ": not the name of a folder: " + e.getReason(), e);
        } catch (IOException e) {
            throw BadInputException.ofFile("new " + folder + ": cannot write the project", e);
        }
        return 0;
    }

    private void write() throws IOException {
        if (!name.matches(NAME))
            throw new BadInputException("new " + folder + ": no name of a project: '" + name
                    + "': use letters, digits, '-', '_' and '.', a letter first");
        checkEmpty();
        for (String file : FILES) {
            Path to = place.resolve(file);
            Files.createDirectories(to.getParent());
            Files.writeString(to, text(file));
        }
        Files.writeString(place.resolve(".gitignore"), "target/\n");
        System.out.printf(
                "%s is a Maven project with a program and a test. Build and run it:%n%n"
                        + "  cd %s%n  mvn package%n  jmpirun -np 4 -jar target/%s-1.0.jar%n",
                folder, folder, name);
    }

    private void checkEmpty() throws IOException {
        if (!Files.exists(place)) return;
        if (!Files.isDirectory(place)) throw new BadInputException("new " + folder + ": there is a file of this name");
        try (Stream<Path> files = Files.list(place)) {
            if (files.findAny().isPresent())
                throw new BadInputException("new " + folder + ": the folder is not empty: name another one");
        }
    }

    /** Returns the text of a file for this project: the example's name is in those two forms. */
    private String text(String file) throws IOException {
        try (InputStream in = NewProject.class.getResourceAsStream(FOLDER + file)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            String named = text.replace("<artifactId>pi<", "<artifactId>" + name + "<")
                    .replace("target/pi-1.0.jar", "target/" + name + "-1.0.jar");
            return repository == null ? named : named.replace(EXAMPLES_REPOSITORY, repository);
        }
    }
}
