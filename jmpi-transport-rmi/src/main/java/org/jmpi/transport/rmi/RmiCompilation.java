package org.jmpi.transport.rmi;

import java.util.List;

/**
 * How a JIT compiler should treat the methods on a call's way. It is long, and run through often from the first second on. The
 * optimizing compiler takes more than a second for it, on cores that the ranks want, and the code that counts and profiles
 * for it takes twice as long as code that does not.
 */
final class RmiCompilation {
    /**
     * Where the way begins, or goes through what is not left to the quick compiler, which would take in all that follows: the
     * optimizing compiler then took up to 0.7 s for one method, in which each message waited for a time slice.
     */
    static final List<String> UNITS = List.of(
            "java.io.ObjectInputStream::readArray",
            "java.io.ObjectInputStream::readClassDesc",
            "java.io.ObjectInputStream::readNonProxyDesc",
            "java.io.ObjectInputStream$BlockDataInputStream::readUTFBody",
            "java.io.ObjectInputStream$BlockDataInputStream::refill",
            "java.io.ObjectStreamClass::initNonProxy",
            "java.io.ObjectStreamClass::lookup",
            "java.io.ObjectStreamClass::readNonProxy",
            "sun.rmi.server.MarshalInputStream::resolveClass",
            "sun.rmi.server.UnicastServerRef::dispatch",
            "sun.rmi.transport.Transport::serviceCall",
            "org.jmpi.transport.rmi.BatchReceiver::put",
            "org.jmpi.transport.rmi.CallSocket$Input::read",
            "org.jmpi.transport.rmi.RmiPeer::send",
            "org.jmpi.transport.rmi.RmiTransport::poll");

    /**
     * The way. What a program calls itself is not slower for that if the program's own loops take it in; of the streams of
     * objects only what each call begins and ends with is meant, not what walks through objects.
     */
    static final List<String> QUICK = List.of(
            "java.io.Buffered*::*",
            "java.io.Data*::*",
            "java.io.InputStream::*",
            "java.io.ObjectInputStream::<init>",
            "java.io.ObjectInputStream::readLong",
            "java.io.ObjectInputStream::readShort",
            "java.io.ObjectInputStream::readStreamHeader",
            "java.io.ObjectInputStream$*::*",
            "java.io.ObjectOutputStream::<init>",
            "java.io.ObjectOutputStream$*::*",
            "java.lang.reflect.*::*",
            "java.net.*::*",
            "java.nio.*::*",
            "java.rmi.*::*",
            "java.security.AccessController*::*",
            "java.util.Arrays::mismatch",
            "java.util.concurrent.locks.*::*",
            "jdk.internal.reflect.*::*",
            "jdk.internal.util.ArraysSupport::mismatch",
            "sun.nio.ch.*::*",
            "sun.rmi.*::*",
            "com.esotericsoftware.kryo.kryo5.io.Input::*",
            "com.esotericsoftware.kryo.kryo5.io.Output::*",
            "org.jmpi.transport.rmi.*::*");

    private RmiCompilation() {}
}
