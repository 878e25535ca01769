package org.jmpi.transport.rmi;

import java.util.List;

/**
 * The methods on a call's way that a JIT compiler should compile each by itself. The optimizing compiler else takes more than a
 * second for a call, which it puts whole into each method that makes or serves one; that is more than both ranks need for ten
 * thousand messages, on cores that the ranks want.
 */
final class RmiCompilationUnits {
    static final List<String> METHODS = List.of(
            "java.io.ObjectInputStream::<init>",
            "java.io.ObjectOutputStream::<init>",
            "java.rmi.server.RemoteObjectInvocationHandler::invoke",
            "sun.nio.ch.NioSocketImpl::read",
            "sun.nio.ch.NioSocketImpl::write",
            "sun.rmi.server.UnicastRef::invoke",
            "sun.rmi.server.UnicastServerRef::dispatch",
            "sun.rmi.transport.StreamRemoteCall::<init>",
            "sun.rmi.transport.StreamRemoteCall::executeCall",
            "sun.rmi.transport.StreamRemoteCall::getInputStream",
            "sun.rmi.transport.StreamRemoteCall::getOutputStream",
            "sun.rmi.transport.StreamRemoteCall::getResultStream",
            "sun.rmi.transport.StreamRemoteCall::releaseInputStream",
            "sun.rmi.transport.StreamRemoteCall::releaseOutputStream",
            "sun.rmi.transport.Transport::serviceCall",
            "sun.rmi.transport.tcp.TCPChannel::free",
            "sun.rmi.transport.tcp.TCPChannel::newConnection",
            "org.jmpi.transport.rmi.Batch::pack",
            "org.jmpi.transport.rmi.Batch::putInto",
            "org.jmpi.transport.rmi.Inbound::take",
            "org.jmpi.transport.rmi.Outbound::callSeated",
            "org.jmpi.transport.rmi.Outbound::help",
            "org.jmpi.transport.rmi.Outbound::send",
            "org.jmpi.transport.rmi.RmiTransport::poll",
            "org.jmpi.transport.rmi.RmiTransport::take");

    private RmiCompilationUnits() {}
}
