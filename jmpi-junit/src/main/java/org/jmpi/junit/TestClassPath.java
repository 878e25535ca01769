package org.jmpi.junit;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The class path of the tests, with all that they use. */
final class TestClassPath {
    private TestClassPath() {}

    /** Returns the existing folders and jars: build tools also name those that they have not made. */
    static List<Path> of(Class<?> test) {
        return Stream.concat(ofLoaders(test.getClassLoader()), ofJvm())
                .map(Path::toAbsolutePath)
                .filter(Files::exists)
                .distinct()
                .toList();
    }

    /** Returns the entries of the loaders that a build tool, or a test, has made. */
    private static Stream<Path> ofLoaders(ClassLoader loader) {
        return Stream.iterate(loader, Objects::nonNull, ClassLoader::getParent)
                .filter(URLClassLoader.class::isInstance)
                .flatMap(own -> Stream.of(((URLClassLoader) own).getURLs()))
                .map(TestClassPath::path);
    }

    private static Stream<Path> ofJvm() {
        String[] words = System.getProperty("java.class.path").split(File.pathSeparator);
        return Stream.of(words).filter(word -> !word.isEmpty()).map(Path::of);
    }

    private static Path path(URL url) {
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("class path entry without a path: " + url, e);
        }
    }
}
