package org.jmpi.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Writes a Maven project with a program and a test: {@code jmpirun new myproject}. It is a copy of an example. */
final class NewProject {
    /** The files of the example. */
    static final List<String> FILES =
            List.of("pom.xml", "README.md", "src/main/java/app/Pi.java", "src/test/java/app/PiTest.java");

    private static final String FOLDER = "project/";
    private static final String NAME = "[A-Za-z][A-Za-z0-9_-]*(\\.[A-Za-z0-9_-]+)*";
    private final Path folder;
    private final String name;

    private NewProject(Path folder) {
        this.folder = folder;
        Path last = folder.toAbsolutePath().normalize().getFileName();
        name = last == null ? "" : last.toString();
    }

    /**
     * Writes a project.
     *
     * @param folder is new or empty
     * @return the exit code
     * @throws BadInputException if the folder cannot be that of a project
     */
    static int run(String folder) {
        try {
            new NewProject(Path.of(folder)).write();
        } catch (InvalidPathException e) {
            throw new BadInputException("new " + folder + ": not the name of a folder: " + e.getReason(), e);
        } catch (IOException e) {
            throw new BadInputException("new " + folder + ": cannot write the project: " + e.getMessage(), e);
        }
        return 0;
    }

    private void write() throws IOException {
        if (!name.matches(NAME))
            throw new BadInputException("new " + folder + ": no name of a project: '" + name
                    + "': use letters, digits, '-', '_' and '.', a letter first");
        checkEmpty();
        for (String file : FILES) {
            Path to = folder.resolve(file);
            Files.createDirectories(to.getParent());
            Files.writeString(to, text(file));
        }
        Files.writeString(folder.resolve(".gitignore"), "target/\n");
        System.out.printf(
                "%s is a Maven project with a program and a test. Build and run it:%n%n"
                        + "  cd %s%n  mvn package%n  jmpirun -np 4 -jar target/%s-1.0.jar%n",
                folder, folder, name);
    }

    private void checkEmpty() throws IOException {
        if (!Files.exists(folder)) return;
        if (!Files.isDirectory(folder)) throw new BadInputException("new " + folder + ": there is a file of this name");
        try (Stream<Path> files = Files.list(folder)) {
            if (files.findAny().isPresent())
                throw new BadInputException("new " + folder + ": the folder is not empty: name another one");
        }
    }

    /** Returns the text of a file for this project: the example's name is in those two forms. */
    private String text(String file) throws IOException {
        try (InputStream in = NewProject.class.getResourceAsStream(FOLDER + file)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return text.replace("<artifactId>pi<", "<artifactId>" + name + "<")
                    .replace("target/pi-1.0.jar", "target/" + name + "-1.0.jar");
        }
    }
}
