package org.jmpi.rpc;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.frame.Reply;
import org.jmpi.comm.object.ErrorHandler;
import org.jmpi.comm.object.Keyval;
import org.jmpi.comm.object.Keyvals;
import org.jmpi.comm.session.RankWorld;
import org.jmpi.world.CurrentWorld;

/**
 * Objects of all ranks of the world, which any rank may call.
 *
 * <p>A rank exports an object under an interface, or asks another rank to create one. {@link GlobalRef#get} is its
 * stub. A call waits for the result. A method that returns a {@link CompletableFuture} gives it at once, and one with
 * {@link OneWay} has no answer. Each call runs on a thread of its own at the rank of the object, unless the method is
 * {@link Simple}; methods that are {@link Atomic} run one at a time.
 *
 * <p>Primitive values and arrays of them travel as their bytes. Other arguments travel as the objects in messages do:
 * by the same codec, through the same class filter. An exception of the method is thrown at the caller, with the stacks
 * of both; one that it does not declare becomes an {@link RpcException}, unless it is unchecked.
 *
 * <p>Ranks take calls from {@link #open} to MPI.Finalize.
 *
 * <pre>{@code
 * ObjectSpace space = ObjectSpace.open();
 * GlobalRef<Counter> counter = space.createStatic(0, Counter.class, Tally.class.getName());
 * counter.get().add(space.rank());
 * }</pre>
 */
public final class ObjectSpace {
    private static final Keyvals KEYS = new Keyvals("communicators");

    private final RpcLayer layer;
    private final Communicator world;

    private ObjectSpace(RpcLayer layer, Communicator world) {
        this.layer = layer;
        this.world = world;
    }

    /**
     * Lets this rank export objects and call those of others. All ranks of the world call this; it returns when they
     * have. Further calls return the same objects.
     *
     * @return the object space of the calling rank
     * @throws IllegalStateException if the caller has no world: call MPI.Init or Jmpi.world() before
     * @throws RpcException if a rank has failed
     */
    public static ObjectSpace open() {
        try {
            RankWorld world = CurrentWorld.get();
            RpcLayer layer = RpcLayer.of(world.process());
            if (layer.begin()) {
                closeAtFinalize(layer, world.selfComm());
                layer.exchangeBy(communicator(world));
            }
            return new ObjectSpace(layer, world.worldComm()).synchronize("ObjectSpace.open");
        } catch (CommException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static Communicator communicator(RankWorld world) {
        Communicator own = Communicators.dupIntra(world.worldComm());
        own.errorHandler(ErrorHandler.RETURN);
        // The program has none to free.
        world.process().events().handleFreed(own);
        return own;
    }

    /** MPI.Finalize removes the attributes of MPI.COMM_SELF before all else. */
    private static void closeAtFinalize(RpcLayer layer, Communicator self) {
        int number = KEYS.create((object, key, value) -> null, (object, key, value) -> ((RpcLayer) value).close());
        Keyval key = KEYS.get(number);
        self.attributes().set(key, layer);
        KEYS.free(number);
    }

    private ObjectSpace synchronize(String call) {
        agree(call, 0);
        return this;
    }

    /** Returns the least of the values that the ranks give. */
    private int agree(String call, int own) {
        try {
            return Communicators.least(call, world, own);
        } catch (CommException e) {
            throw new RpcException(new Callee(layer.rank(), 0, "", call), e.getMessage(), e);
        }
    }

    /** {@return the calling rank in the world} */
    public int rank() {
        return layer.rank();
    }

    /** {@return the number of ranks in the world} */
    public int size() {
        return world.size();
    }

    // ---- objects ----

    /**
     * Lets other ranks call an object. It stays while a reference to it is left: keep the returned one.
     *
     * @param <T> the interface
     * @param type the interface, whose methods can be called
     * @param object what is called
     * @return names the object
     * @throws IllegalArgumentException if the type is no interface, or has a value that can't travel, which is named
     */
    public <T> GlobalRef<T> export(Class<T> type, T object) {
        return layer.export(type, Objects.requireNonNull(object, "object"));
    }

    /**
     * Has each rank export an object under the same interface. All ranks call this; it returns when they have. The
     * objects stay until they are dropped.
     *
     * @param <T> the interface
     * @param type the interface
     * @param object that of the calling rank
     * @return names the objects of all ranks, by rank
     * @throws IllegalArgumentException as {@link #export}
     * @throws RpcException if a rank has failed
     */
    public <T> List<GlobalRef<T>> exportAll(Class<T> type, T object) {
        int id = layer.nextAgreed();
        layer.export(id, type, Objects.requireNonNull(object, "object"), true);
        agree("ObjectSpace.exportAll", 0);
        List<GlobalRef<T>> all = new ArrayList<>();
        for (int rank = 0; rank < size(); rank++) all.add(layer.ref(type, rank, id));
        return all;
    }

    /**
     * Creates an object at a rank, at any time. It stays while a reference to it is left.
     *
     * @param <T> the interface
     * @param rank in the world
     * @param type the interface of the object
     * @param made its class, which the class filter of the rank lets pass
     * @param arguments for a constructor of the class
     * @return names the object
     * @throws IndexOutOfBoundsException if there is no such rank
     * @throws CallRefusedException if the rank does not create the object, with the reason
     * @throws RankLostException if the rank has failed or has ended
     * @throws RuntimeException what the constructor throws
     */
    public <T> GlobalRef<T> create(int rank, Class<T> type, Class<? extends T> made, Object... arguments) {
        return create(rank, type, made.getName(), arguments);
    }

    /**
     * Creates an object at a rank as {@link #create(int, Class, Class, Object...)} does. The class need not be there at
     * the calling rank.
     *
     * @param <T> the interface
     * @param rank in the world
     * @param type the interface of the object
     * @param className its class
     * @param arguments for a constructor of the class
     * @return names the object
     * @throws IndexOutOfBoundsException if there is no such rank
     * @throws CallRefusedException if the rank does not create the object, with the reason
     * @throws RankLostException if the rank has failed or has ended
     * @throws RuntimeException what the constructor throws
     */
    @SuppressWarnings("unchecked")
    public <T> GlobalRef<T> create(int rank, Class<T> type, String className, Object... arguments) {
        checkRank(rank);
        Callee callee = new Callee(rank, 0, type.getSimpleName(), "new " + className);
        if (rank == rank()) return layer.export(type, type.cast(made(type, className, arguments, callee)));
        Wire wire = new Wire(layer.frames().longestPayload());
        try {
            Creation.write(type, className, arguments, wire, layer.objects());
        } catch (ObjectBytes.Refused | Wire.Overflow e) {
            throw new CallRefusedException(callee, "arguments: " + e.getMessage(), e);
        }
        Reply reply = layer.request(RpcLayer.CREATE, 0, wire.payload(), Creation.ROOM, callee);
        return (GlobalRef<T>) Creation.result(reply, callee, layer);
    }

    /**
     * Creates an object at a rank, and names it at all ranks. All ranks call this, with the same rank and interface;
     * those of the rank where the object is to be count. It returns when they have. The object stays until it is
     * dropped.
     *
     * @param <T> the interface
     * @param rank in the world
     * @param type the interface of the object
     * @param className its class
     * @param arguments for a constructor of the class
     * @return names the object
     * @throws IndexOutOfBoundsException if there is no such rank
     * @throws CallRefusedException if the rank does not create the object: at that rank with the reason
     * @throws RpcException if a rank has failed
     */
    public <T> GlobalRef<T> createStatic(int rank, Class<T> type, String className, Object... arguments) {
        checkRank(rank);
        int id = layer.nextAgreed();
        Callee callee = new Callee(rank, id, type.getSimpleName(), "new " + className);
        RuntimeException failure = null;
        if (rank == rank()) {
            try {
                layer.export(id, type, type.cast(made(type, className, arguments, callee)), true);
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        boolean isMade = agree("ObjectSpace.createStatic", failure == null ? 1 : 0) == 1;
        if (failure != null) throw failure;
        if (!isMade) throw new CallRefusedException(callee, "the rank has not created the object", null);
        return layer.ref(type, rank, id);
    }

    private void checkRank(int rank) {
        if (rank < 0 || rank >= size())
            throw new IndexOutOfBoundsException("there is no rank " + rank + " of " + size());
    }

    private Object made(Class<?> type, String className, Object[] arguments, Callee callee) {
        try {
            Object[] copies = layer.objects().copies(arguments);
            return Creation.make(type, className, copies);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (ClassNotFoundException e) {
            throw new CallRefusedException(callee, "this rank lacks class " + className, e);
        } catch (Throwable e) {
            throw new RpcException(callee, "threw " + CommException.describe(e), e);
        }
    }

    /**
     * Lets other ranks copy elements of an array, and to it. It stays while a reference to it is left.
     *
     * @param <A> such as {@code double[]}
     * @param array of a primitive type
     * @return names the array
     * @throws IllegalArgumentException if it is no such array
     */
    @SuppressWarnings("unchecked")
    public <A> RemoteArray<A> exportArray(A array) {
        Class<A> type = (Class<A>) Objects.requireNonNull(array, "array").getClass();
        if (Kind.of(type) != Kind.ARRAY)
            throw new IllegalArgumentException(type.getTypeName() + " is no array of a primitive type");
        GlobalRef<RemoteArray.Elements> ref = layer.export(RemoteArray.Elements.class, new RemoteArray.Block(array));
        return new RemoteArray<>(ref, type, Array.getLength(array));
    }

    // ---- waiting, and failures ----

    /**
     * Waits for the result of a call; the calling thread moves messages meanwhile, which is faster than
     * {@link CompletableFuture#join}.
     *
     * @param <V> the result
     * @param future what a call has returned, or what depends on it
     * @return its value
     * @throws RuntimeException its failure; a checked one is the cause of a {@link CompletionException}
     */
    public <V> V await(CompletableFuture<V> future) {
        if (Activity.current().isSimple)
            throw RpcLayer.mustNotWait(new Callee(layer.rank(), 0, "", "ObjectSpace.await"));
        try {
            return layer.await(future, CallFuture.callee(future));
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) throw failure;
            throw e;
        }
    }

    /**
     * Sets what takes the failures of {@link OneWay} calls of this rank's objects, and of those that simple methods of
     * this rank have made. Before, each of them is a warning.
     *
     * @param handler called on the thread that ran the method; must not block
     */
    public void onFailure(Consumer<RpcException> handler) {
        layer.onFailure(Objects.requireNonNull(handler, "handler"));
    }

    /** {@return how many objects this rank has exported that are still there} */
    public int objects() {
        return layer.objectCount();
    }

    @Override
    public String toString() {
        return "object space of rank " + rank() + " of " + size() + ", objects: " + Arrays.asList(objects());
    }
}
