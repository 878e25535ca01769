package org.jmpi.wireup;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The functions of a native library, by {@code java.lang.foreign}, which JDK 22 and newer have. It is called by
 * reflection, so that one class file serves every JDK and every JDK compiles it.
 *
 * <p>Every function is called with as many {@code long} values. The calling conventions of 64-bit Linux pass pointers
 * and integers in the same registers, and a function does not look at those that it has no parameter for. So the JDK
 * makes one kind of call only, which saves a third of the time until all functions are found.
 */
final class Foreign {
    private static final int FIRST_JDK = 22;
    private static final String PACKAGE = "java.lang.foreign.";
    private static final int MOST_PARAMETERS = 5;
    private static final int LONGEST_TEXT = 1 << 20;

    /** A native function. */
    interface Function {
        /**
         * Calls the function.
         *
         * @param arguments at most {@value Foreign#MOST_PARAMETERS}
         * @return the result; of an {@code int}, only the lower half counts
         */
        long call(long... arguments) throws IOException;
    }

    private final Object linker;
    private final Object symbols;
    private final String library;

    /**
     * Loads a library.
     *
     * @throws IOException if the JDK is too old, or the library is not found
     */
    Foreign(String library) throws IOException {
        int jdk = Runtime.version().feature();
        if (jdk < FIRST_JDK) throw new IOException("JDK " + jdk + " calls no native library: use JDK " + FIRST_JDK);
        this.library = library;
        linker = call("Linker", "nativeLinker", null);
        symbols = load(library);
    }

    private static Object load(String library) throws IOException {
        try {
            Object arena = call("Arena", "global", null);
            return call("SymbolLookup", "libraryLookup", null, library, arena);
        } catch (IOException e) {
            throw new IOException(library + " is not found: put its folder into LD_LIBRARY_PATH", e);
        }
    }

    /** Returns a function of the library, whose parameters are integers and pointers. */
    Function function(String name) throws IOException {
        Optional<?> symbol = (Optional<?>) call("SymbolLookup", "find", symbols, name);
        if (symbol.isEmpty()) throw new IOException(library + " has no function " + name);
        Object number = number();
        Object parameters = Array.newInstance(type("MemoryLayout"), MOST_PARAMETERS);
        for (int i = 0; i < MOST_PARAMETERS; i++) Array.set(parameters, i, number);
        Object descriptor = call("FunctionDescriptor", "of", null, number, parameters);
        Object noOptions = Array.newInstance(type("Linker$Option"), 0);
        MethodHandle handle =
                (MethodHandle) call("Linker", "downcallHandle", linker, symbol.get(), descriptor, noOptions);
        return arguments -> invoke(name, handle, arguments);
    }

    private static Object number() throws IOException {
        try {
            return type("ValueLayout").getField("JAVA_LONG").get(null);
        } catch (ReflectiveOperationException e) {
            throw new IOException("this JDK has no type for native numbers", e);
        }
    }

    private static long invoke(String name, MethodHandle handle, long... arguments) throws IOException {
        long[] all = Arrays.copyOf(arguments, MOST_PARAMETERS);
        try {
            return (long) handle.invoke(all[0], all[1], all[2], all[3], all[4]);
        } catch (Throwable e) {
            throw new IOException(name + ": " + e, e);
        }
    }

    /** Returns zeroed memory that native code can use for as long as the buffer is reachable. */
    static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    /** Returns a text as native code has it. */
    static ByteBuffer text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return allocate(bytes.length + 1).put(bytes).rewind();
    }

    /** Returns the address of a buffer that {@link #allocate} returned. */
    static long address(ByteBuffer memory) throws IOException {
        return (long) call("MemorySegment", "address", call("MemorySegment", "ofBuffer", null, memory));
    }

    /** Returns the memory at an address. */
    static ByteBuffer at(long address, int bytes) throws IOException {
        Object segment = call("MemorySegment", "ofAddress", null, address);
        Object sized = call("MemorySegment", "reinterpret", segment, (long) bytes);
        return ((ByteBuffer) call("MemorySegment", "asByteBuffer", sized)).order(ByteOrder.nativeOrder());
    }

    /** Returns the text at an address, up to its zero. */
    static String textAt(long address) throws IOException {
        ByteBuffer memory = at(address, LONGEST_TEXT);
        int length = 0;
        while (memory.get(length) != 0) length++;
        byte[] bytes = new byte[length];
        memory.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static Class<?> type(String name) throws IOException {
        try {
            return Class.forName(PACKAGE + name);
        } catch (ClassNotFoundException e) {
            throw new IOException("this JDK has no " + PACKAGE + name, e);
        }
    }

    private static Object call(String type, String method, Object target, Object... arguments) throws IOException {
        try {
            return method(type, method, arguments).invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw new IOException(method + ": " + e.getCause(), e.getCause());
        } catch (IllegalAccessException e) {
            throw new IOException(method + ": " + e, e);
        }
    }

    /** Returns the method of a type whose parameters take the arguments. */
    private static Method method(String type, String name, Object... arguments) throws IOException {
        return Stream.of(type(type).getMethods())
                .filter(method -> method.getName().equals(name) && takes(method.getParameterTypes(), arguments))
                .findFirst()
                .orElseThrow(() -> new IOException("this JDK has no " + type + "." + name));
    }

    private static boolean takes(Class<?>[] types, Object... arguments) {
        if (types.length != arguments.length) return false;
        for (int i = 0; i < types.length; i++)
            if (!types[i].isInstance(arguments[i]) && !(types[i] == long.class && arguments[i] instanceof Long))
                return false;
        return true;
    }
}
