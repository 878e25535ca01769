package org.jmpi.rpc;

import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.frame.Peer;
import org.jmpi.comm.frame.Reply;

/** Calls the object of a reference. It is serialisable, and becomes a stub of the rank that reads it. */
final class Stub implements InvocationHandler, Serializable {
    private static final long serialVersionUID = 1;
    private static final Object[] NONE = {};

    private final GlobalRef<?> ref;
    private final transient RpcLayer layer;
    private final transient Contract contract;

    /** The numbers of the methods at the object's rank, plus 1; 0 for those that are not known. */
    private final transient int[] numbers;

    Stub(RpcLayer layer, GlobalRef<?> ref, Contract contract, int[] numbers) {
        this.layer = layer;
        this.ref = ref;
        this.contract = contract;
        this.numbers = numbers;
    }

    <T> T proxy(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this));
    }

    /** A call under way. */
    private record Sent(Signature signature, Callee callee, boolean isNamed, Wire wire, long word) {
        ByteBuffer payload() {
            return wire.payload();
        }
    }

    private Object readResolve() {
        return Proxy.getInvocationHandler(ref.get());
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] given) throws Throwable {
        Signature signature = contract.signature(method);
        if (signature == null) return ofObject(proxy, method, given);
        Object[] arguments = given == null ? NONE : given;
        boolean isLocal = ref.rank() == layer.rank();
        switch (signature.way()) {
            case WAITS:
                return isLocal ? callHere(signature, arguments) : call(signature, arguments);
            case FUTURE:
                return isLocal ? startHere(signature, arguments) : start(signature, arguments);
            default:
                if (isLocal) tellHere(signature, arguments);
                else tell(signature, arguments);
                return null;
        }
    }

    private Object ofObject(Object proxy, Method method, Object[] given) {
        switch (method.getName()) {
            case "equals":
                return Proxy.isProxyClass(given[0].getClass())
                        && Proxy.getInvocationHandler(given[0]) instanceof Stub other
                        && other.ref.equals(ref);
            case "hashCode":
                return ref.hashCode();
            default:
                return "stub of " + ref;
        }
    }

    // ---- calls of another rank's object ----

    private Object call(Signature signature, Object[] arguments) throws Throwable {
        Activity activity = Activity.current();
        Sent sent = encode(signature, arguments, activity, activity.chain);
        Reply reply = layer.request(RpcLayer.CALL, sent.word, sent.payload(), signature.room(), sent.callee);
        activity.keep(sent.wire);
        return result(sent, reply, null);
    }

    private CompletableFuture<Object> start(Signature signature, Object[] arguments) {
        Activity activity = Activity.current();
        Sent sent = encode(signature, arguments, activity, 0);
        CompletableFuture<Object> result = new CallFuture<>(sent.callee);
        Throwable made = new Throwable();
        Runnable send = () -> layer.start(RpcLayer.CALL, sent.word, sent.payload(), signature.room(), sent.callee)
                .whenComplete((reply, failure) -> complete(result, sent, made, reply, failure));
        if (activity.isSimple) layer.sender().queue(send);
        else send.run();
        return result;
    }

    /** Stages that depend on the future run on the thread that moves messages, as simple methods do. */
    private void complete(CompletableFuture<Object> result, Sent sent, Throwable made, Reply reply, Throwable failure) {
        Activity activity = Activity.current();
        boolean outer = activity.isSimple;
        activity.isSimple = true;
        try {
            if (failure != null) throw withCaller(layer.lost(sent.callee, (CommException) cause(failure)), made);
            result.complete(result(sent, reply, made));
        } catch (Throwable e) {
            result.completeExceptionally(e);
        } finally {
            activity.isSimple = outer;
        }
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException ? failure.getCause() : failure;
    }

    private void tell(Signature signature, Object[] arguments) {
        Activity activity = Activity.current();
        Sent sent = encode(signature, arguments, activity, 0);
        if (activity.isSimple) {
            layer.sender().queue(() -> {
                try {
                    send(sent);
                } catch (RpcException e) {
                    layer.failed(e);
                }
            });
        } else send(sent);
    }

    private void send(Sent sent) {
        ByteBuffer payload = sent.payload();
        Peer peer = layer.frames().peer(ref.rank());
        try {
            if (sent.signature.isSimple() && !sent.isNamed) {
                peer.send(RpcLayer.TELL, sent.word, payload);
                return;
            }
            // Reserves as much here as the call takes at the other rank until it begins: a flood waits at its sender.
            int room = payload == null ? 0 : payload.remaining();
            CompletableFuture<Reply> begun = peer.request(RpcLayer.ONE_WAY, sent.word, payload, room);
            if (sent.isNamed) begun.thenAccept(reply -> learn(sent.signature, reply.word()));
        } catch (CommException e) {
            throw layer.lost(sent.callee, e);
        }
    }

    private Sent encode(Signature signature, Object[] arguments, Activity activity, long chain) {
        Callee callee = ref.callee(signature.toString());
        int known = numbers[signature.number()];
        boolean isNamed = known == 0;
        long flags = (isNamed ? RpcLayer.NAMED : 0) | (chain == 0 ? 0 : RpcLayer.CHAINED);
        Wire wire = activity.wire(layer.frames().longestPayload());
        try {
            if (chain != 0) wire.putLong(chain);
            if (isNamed) wire.putText(signature.toString());
            signature.write(arguments, wire, layer.objects());
        } catch (ObjectBytes.Refused | Wire.Overflow e) {
            throw new CallRefusedException(callee, "arguments: " + e.getMessage(), e.getCause());
        }
        long word = ref.id() & RpcLayer.ID_MASK
                | (isNamed ? 0L : known - 1L) << RpcLayer.METHOD_SHIFT
                | flags << RpcLayer.FLAGS_SHIFT;
        return new Sent(signature, callee, isNamed, wire, word);
    }

    private <T extends Throwable> T withCaller(T cause, Throwable made) {
        return Thrown.withCaller(cause, ref.rank(), layer.rank(), made);
    }

    /**
     * Returns the result, or throws what the answer says.
     *
     * @param made where the call was made; null if the calling thread has made it
     */
    private Object result(Sent sent, Reply reply, Throwable made) throws Throwable {
        Signature signature = sent.signature;
        ByteBuffer payload = reply.payload().order(ByteOrder.LITTLE_ENDIAN);
        if (!payload.hasRemaining()) return signature.result().value(reply.word());
        signature.answered(payload.remaining());
        learn(signature, reply.word());
        int status = (int) reply.word() & Answering.STATUS_MASK;
        if (status == Answering.NULL) return null;
        if (status != Answering.RETURNED) {
            Throwable failure = Answering.failure(reply.word(), payload, sent.callee, layer);
            Throwable call = made == null ? new Throwable() : made;
            throw Thrown.toThrow(withCaller(failure, call), signature, sent.callee);
        }
        try {
            if (signature.result() == Kind.OBJECT) return layer.objects().read(payload, 1)[0];
            return signature.result().read(signature.resultType(), payload);
        } catch (ObjectBytes.Refused e) {
            throw new CallRefusedException(sent.callee, "result: " + e.getMessage(), e);
        }
    }

    private void learn(Signature signature, long answered) {
        int number = (int) (answered >>> Answering.NUMBER_SHIFT);
        if (number > 0) numbers[signature.number()] = number;
    }

    // ---- calls of an object of this rank, with copied arguments ----

    /**
     * Takes the outcome of a call of this rank.
     *
     * @param made where the call was made; null if the thread that has made it runs the method
     */
    private record Here(CompletableFuture<Object> result, Throwable made, ObjectBytes objects, Callee callee)
            implements Outcome {
        @Override
        public void returned(Object value) {
            try {
                result.complete(objects.copy(value));
            } catch (RuntimeException e) {
                refused(e);
            }
        }

        @Override
        public void threw(Throwable cause) {
            result.completeExceptionally(made == null ? cause : Thrown.withCaller(cause, callee.rank(), made));
        }

        @Override
        public void refused(Throwable cause) {
            result.completeExceptionally(new CallRefusedException(callee, cause.getMessage(), cause));
        }
    }

    private Execution here(
            Signature signature, Object[] arguments, long chain, CompletableFuture<Object> result, Throwable made) {
        Callee callee = ref.callee(signature.toString());
        Exported target = layer.exported(ref.id(), callee);
        Entry entry = target.entry(signature.number());
        if (signature.way() == Signature.Way.WAITS && !entry.isSimple() && Activity.current().isSimple)
            throw RpcLayer.mustNotWait(callee);
        Object[] copies;
        try {
            copies = signature.copy(arguments, layer.objects());
        } catch (ObjectBytes.Refused | Wire.Overflow e) {
            throw new CallRefusedException(callee, "arguments: " + e.getMessage(), e);
        }
        return new Execution(
                layer,
                Execution.NOBODY,
                target,
                entry,
                chain,
                () -> copies,
                new Here(result, made, layer.objects(), callee));
    }

    private Object callHere(Signature signature, Object[] arguments) throws Throwable {
        CompletableFuture<Object> result = new CompletableFuture<>();
        here(signature, arguments, Activity.current().chain, result, null).runHere();
        try {
            return result.join();
        } catch (CompletionException e) {
            throw Thrown.toThrow(e.getCause(), signature, ref.callee(signature.toString()));
        }
    }

    private CompletableFuture<Object> startHere(Signature signature, Object[] arguments) {
        CompletableFuture<Object> result = new CallFuture<>(ref.callee(signature.toString()));
        try {
            here(signature, arguments, 0, result, new Throwable()).start();
        } catch (ObjectDroppedException e) {
            result.completeExceptionally(e);
        }
        return result;
    }

    private void tellHere(Signature signature, Object[] arguments) {
        CompletableFuture<Object> result = new CompletableFuture<>();
        result.whenComplete((value, failure) -> {
            if (failure == null) return;
            Callee callee = ref.callee(signature.toString());
            layer.failed(
                    failure instanceof RpcException known
                            ? known
                            : new RpcException(callee, "threw " + CommException.describe(failure), failure));
        });
        here(signature, arguments, 0, result, null).start();
    }
}
