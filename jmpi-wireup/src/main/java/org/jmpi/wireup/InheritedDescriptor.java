package org.jmpi.wireup;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jmpi.comm.transport.MissingModules;

/**
 * A file descriptor that this process has inherited, as streams.
 *
 * <p>Java opens files by name only, and a socket has none. {@code sun.reflect.ReflectionFactory}, which libraries for
 * serialization use, makes the constructor of {@link FileDescriptor} that takes a number accessible, without a warning
 * and without an option of the JVM, from JDK 17 on.
 */
final class InheritedDescriptor {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private final FileDescriptor descriptor;

    /**
     * Opens a descriptor.
     *
     * @throws IOException if it is not a socket, or the JDK does not allow it
     */
    InheritedDescriptor(int number) throws IOException {
        requireSocket(number);
        descriptor = of(number);
    }

    /** A process that inherits the variable alone may have opened a file of its own under that number. */
    private static void requireSocket(int number) throws IOException {
        if (!Files.isDirectory(DESCRIPTORS)) return;
        Path link = DESCRIPTORS.resolve(Integer.toString(number));
        if (!Files.isSymbolicLink(link)) throw new IOException("this descriptor is not open");
        String target = Files.readSymbolicLink(link).toString();
        if (!target.startsWith("socket:")) throw new IOException("this descriptor is not a socket but " + target);
    }

    // By reflection: a compiler warns of each use of the class.
    private static FileDescriptor of(int number) throws IOException {
        try {
            Class<?> factoryClass = Class.forName("sun.reflect.ReflectionFactory");
            Object factory = factoryClass.getMethod("getReflectionFactory").invoke(null);
            Constructor<?> constructor = (Constructor<?>) factoryClass
                    .getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                    .invoke(factory, FileDescriptor.class, FileDescriptor.class.getDeclaredConstructor(int.class));
            return (FileDescriptor) constructor.newInstance(number);
        } catch (ReflectiveOperationException | RuntimeException e) {
            String why = "JDK " + Runtime.version().feature() + " does not open inherited file descriptors";
            throw new IOException(MissingModules.of(InheritedDescriptor.class).orElse(why), e);
        }
    }

    /** Returns a stream of what can be read now; its other methods would seek, which a socket can't. */
    InputStream in() {
        FileInputStream file = new FileInputStream(descriptor);
        return new InputStream() {
            @Override
            public int read() throws IOException {
                return file.read();
            }

            @Override
            public int read(byte[] bytes, int offset, int count) throws IOException {
                return file.read(bytes, offset, count);
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }

    OutputStream out() {
        return new FileOutputStream(descriptor);
    }
}
