package org.jmpi.bench.rpc;

import java.io.IOException;
import org.dcache.oncrpc4j.rpc.OncRpcClient;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.OncRpcSvc;
import org.dcache.oncrpc4j.rpc.OncRpcSvcBuilder;
import org.dcache.oncrpc4j.rpc.RpcAuthTypeNone;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.rpc.net.IpProtocolType;
import org.dcache.oncrpc4j.xdr.XdrAble;
import org.dcache.oncrpc4j.xdr.XdrDecodingStream;
import org.dcache.oncrpc4j.xdr.XdrEncodingStream;
import org.dcache.oncrpc4j.xdr.XdrVoid;

/**
 * ONC RPC over TCP, without a port mapper. In XDR the program is
 *
 * <pre>
 *   program WORKER {
 *       version WORKER_1 {
 *           void NOTHING(void) = 0;
 *           bytes ECHO(bytes) = 1;                  typedef opaque bytes&lt;&gt;
 *           double MULTIPLY(row_and_column) = 2;    struct { double row&lt;&gt;; double column&lt;&gt;; }
 *       } = 1;
 *   } = 0x20000001;
 * </pre>
 */
final class OncRpc {
    // RFC 5531 section 8.4: from 0x20000000 on numbers are free for programs of one's own.
    private static final int PROGRAM = 0x20000001;
    private static final int VERSION = 1;
    private static final int NOTHING = 0;
    private static final int ECHO = 1;
    private static final int MULTIPLY = 2;

    private OncRpc() {}

    /** An array of bytes of any length. */
    private static final class Bytes implements XdrAble {
        private byte[] data;

        @Override
        public void xdrEncode(XdrEncodingStream out) {
            out.xdrEncodeDynamicOpaque(data);
        }

        @Override
        public void xdrDecode(XdrDecodingStream in) throws IOException {
            data = in.xdrDecodeDynamicOpaque();
        }
    }

    /** The arguments of a multiplication. */
    private static final class RowAndColumn implements XdrAble {
        private double[] row;
        private double[] column;

        @Override
        public void xdrEncode(XdrEncodingStream out) {
            out.xdrEncodeDoubleVector(row);
            out.xdrEncodeDoubleVector(column);
        }

        @Override
        public void xdrDecode(XdrDecodingStream in) throws IOException {
            row = in.xdrDecodeDoubleVector();
            column = in.xdrDecodeDoubleVector();
        }
    }

    /** The result of a multiplication. */
    private static final class Product implements XdrAble {
        private double value;

        @Override
        public void xdrEncode(XdrEncodingStream out) {
            out.xdrEncodeDouble(value);
        }

        @Override
        public void xdrDecode(XdrDecodingStream in) throws IOException {
            value = in.xdrDecodeDouble();
        }
    }

    static Protocol.Service serve(Worker worker) throws IOException {
        OncRpcSvc service = new OncRpcSvcBuilder()
                .withTCP()
                .withoutAutoPublish()
                .withBindAddress(Protocol.HOST.getHostAddress())
                .withPort(0)
                .withSameThreadIoStrategy()
                .withRpcService(new OncRpcProgram(PROGRAM, VERSION), call -> answer(worker, call))
                .build();
        service.start();
        return new Service(service);
    }

    private static void answer(Worker worker, RpcCall call) throws IOException {
        switch (call.getProcedure()) {
            case NOTHING -> call.reply(XdrVoid.XDR_VOID);
            case ECHO -> {
                Bytes bytes = new Bytes();
                call.retrieveCall(bytes);
                bytes.data = worker.echo(bytes.data);
                call.reply(bytes);
            }
            case MULTIPLY -> {
                RowAndColumn arguments = new RowAndColumn();
                call.retrieveCall(arguments);
                Product product = new Product();
                product.value = worker.multiply(arguments.row, arguments.column);
                call.reply(product);
            }
            default -> call.failProcedureUnavailable();
        }
    }

    private record Service(OncRpcSvc service) implements Protocol.Service {
        @Override
        public int port() {
            return service.getInetSocketAddress(IpProtocolType.TCP).getPort();
        }

        @Override
        public void close() throws IOException {
            service.stop();
        }
    }

    static Protocol.Client connect(int port) throws IOException {
        OncRpcClient client = new OncRpcClient(Protocol.HOST, IpProtocolType.TCP, port);
        RpcCall call = new RpcCall(PROGRAM, VERSION, new RpcAuthTypeNone(), client.connect());
        return new Client(client, new Stub(call));
    }

    private record Client(OncRpcClient client, Worker worker) implements Protocol.Client {
        @Override
        public void close() throws IOException {
            client.close();
        }
    }

    /** A worker elsewhere, as it looks here. */
    private record Stub(RpcCall call) implements Worker {
        @Override
        public byte[] echo(byte[] data) throws IOException {
            Bytes bytes = new Bytes();
            bytes.data = data;
            call.call(ECHO, bytes, bytes);
            return bytes.data;
        }

        @Override
        public double multiply(double[] row, double[] column) throws IOException {
            RowAndColumn arguments = new RowAndColumn();
            arguments.row = row;
            arguments.column = column;
            Product product = new Product();
            call.call(MULTIPLY, arguments, product);
            return product.value;
        }
    }
}
