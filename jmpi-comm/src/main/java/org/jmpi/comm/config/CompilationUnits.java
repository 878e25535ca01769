package org.jmpi.comm.config;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The methods that a JIT compiler should compile each by itself, as units of bearable size.
 *
 * <p>Left alone, HotSpot's optimizing compiler puts the whole way of a message into each method that sends one, which takes
 * it a tenth of a second and more. The first message of another length then takes a branch that was never taken, for which
 * it throws the code away and begins again, while the ranks run what is interpreted.
 */
public final class CompilationUnits {
    private static final String COMM = "org.jmpi.comm.";

    /** Class and method of comm, below {@link #COMM}; a star stands for all classes of a package. */
    private static final List<String> METHODS_OF_COMM = List.of(
            "context.CommContext::send",
            "context.CommContext::isend",
            "context.CommContext::recv",
            "context.CommContext::irecv",
            "context.CommContext::beginCollective",
            "context.CollectiveOperation::end",
            "context.HostPinboard::await",
            "progress.Driver::await",
            "progress.ProgressEngine::send",
            "progress.ProgressEngine::onFrame",
            "progress.ProgressEngine::receive",
            "progress.EagerProtocol::onEager",
            "progress.RendezvousProtocol::onClearToSend",
            "progress.RendezvousProtocol::onRequestToSend",
            "progress.RendezvousProtocol::send",
            "request.RequestPool::take",
            "transport.RingEndpoint::helpCopy",
            "transport.RingEndpoint::send",
            "transport.RingTransport::attend",
            "transport.RingTransport::flush",
            "transport.RingTransport::poll",
            "transport.RingTransport::review",
            "transport.RingReader::drain",
            "transport.RingReader::poll",
            "transport.RingReader::show",
            "transport.RingReader::take",
            "transport.RingReader::takeWhole",
            "transport.RingWriter::add",
            "transport.RingWriter::begin",
            "transport.RingWriter::fill",
            "datatype.Buffer::copyTo",
            "datatype.Segment::pack",
            "datatype.Segment::unpack",
            "coll.*::run",
            "coll.*::shared",
            "coll.Blocks::check",
            "coll.Operands::check",
            "coll.Pinboard::await",
            "coll.Pinboard::claim",
            "coll.Pinboard::end",
            "coll.Pinboard::pass",
            "coll.Pinboard::post",
            "coll.PinboardExchange::clear",
            "coll.PinboardExchange::conclude",
            "coll.PinboardExchange::exchange",
            "coll.PinboardExchange::give",
            "coll.PinboardExchange::of",
            "coll.PinboardExchange::post",
            "coll.PinboardExchange::read",
            "coll.PinboardExchange::take",
            "coll.PinboardExchange::write",
            "coll.PinboardReduction::combineOperands",
            "coll.PinboardReduction::combineParts",
            "coll.PinboardReduction::combineWhole",
            "coll.ReductionRow::combine");

    /** Class and method of the API: what programs call in loops, which would take it in as often. */
    private static final List<String> METHODS_OF_API = List.of("mpi.Request::Wait");

    private CompilationUnits() {}

    /** {@return class and method of each, as in {@code org.jmpi.comm.datatype.Segment::pack}} */
    static Stream<String> methods() {
        return Stream.concat(METHODS_OF_COMM.stream().map(method -> COMM + method), METHODS_OF_API.stream());
    }

    /** {@return the options by which HotSpot is told} */
    public static List<String> options() {
        List<String> options = new ArrayList<>(List.of("-XX:CompileCommand=quiet"));
        methods().map(method -> "-XX:CompileCommand=dontinline," + method).forEach(options::add);
        return options;
    }
}
