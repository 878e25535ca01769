package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every call of the binding refuses to be made on an object that is void or has been freed. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class BadHandlesTest {
    /** What a communicator that is void or freed can still tell or do. */
    private static final Set<String> ALWAYS = Set.of("finalize", "Is_null", "Abort");

    /** Calls each method that the object's class has, and notes where the refusal is not as it should be. */
    private static void tryAll(String what, Object on, int errorClass, String inMessage, List<String> complaints)
            throws ReflectiveOperationException {
        List<Calls.Call> known = Calls.withoutTopologies().all();
        for (Method method : on.getClass().getMethods()) {
            boolean ours = method.getDeclaringClass().getPackage().equals(MPI.class.getPackage());
            if (!ours || Modifier.isStatic(method.getModifiers()) || ALWAYS.contains(method.getName())) continue;
            Object[] arguments = known.stream()
                    .filter(call -> call.code().equals(method))
                    .findFirst()
                    .map(Calls.Call::rightArguments)
                    .orElseGet(() -> anyArguments(method));
            try {
                method.invoke(on, arguments);
                complaints.add(what + ": " + method.getName() + " not refused");
            } catch (InvocationTargetException e) {
                boolean right = e.getCause() instanceof MPIException refusal
                        && refusal.Get_error_class() == errorClass
                        && refusal.getMessage().contains(inMessage);
                if (!right) complaints.add(what + ": " + method.getName() + " failed by " + e.getCause());
            }
        }
    }

    private static Object[] anyArguments(Method method) {
        return Stream.of(method.getParameterTypes())
                .map(type -> type == int.class ? (Object) 1 : type == boolean.class ? true : null)
                .toArray();
    }

    private static Map<String, Comm> freedCommunicators() {
        Intracomm world = MPI.COMM_WORLD;
        Map<String, Comm> all = new LinkedHashMap<>();
        all.put("intracommunicator", (Comm) world.clone());
        all.put("grid", world.Create_cart(new int[] {2, 1}, new boolean[2], false));
        all.put("graph", world.Create_graph(new int[] {1, 2}, new int[] {1, 0}, false));
        int[] other = {1 - world.Rank()};
        all.put(
                "distributed graph",
                world.Dist_graph_create_adjacent(other, MPI.UNWEIGHTED, other, MPI.UNWEIGHTED, false));
        all.put("intercommunicator", world.Create_intercomm(MPI.COMM_SELF, 0, 1 - Talk.rank(), 5));
        all.values().forEach(Comm::Free);
        return all;
    }

    @Test
    void communicatorsThatAreVoidOrFreedRefuseEveryCall() throws Exception {
        Jmpi.run(2, () -> {
            Map<String, Comm> freed = freedCommunicators();
            List<String> complaints = new ArrayList<>();
            if (Talk.rank() == 0) {
                tryAll("void", MPI.COMM_NULL, MPI.ERR_COMM, "MPI.COMM_NULL", complaints);
                for (String name : freed.keySet())
                    tryAll("freed " + name, freed.get(name), MPI.ERR_COMM, "has been freed", complaints);
            }
            assertEquals("", String.join("\n", complaints));
            freed.values().forEach(comm -> assertTrue(comm.Is_null()));
            BadInputTest.assertWorldUsable();
        });
    }

    @Test
    void groupsThatAreVoidOrFreedRefuseEveryCall() throws Exception {
        Jmpi.run(1, () -> {
            List<String> complaints = new ArrayList<>();
            tryAll("void", MPI.GROUP_NULL, MPI.ERR_GROUP, "MPI.GROUP_NULL", complaints);
            tryAll("freed", Parameter.freedGroup(), MPI.ERR_GROUP, "has been freed", complaints);
            assertEquals("", String.join("\n", complaints));
        });
    }

    @Test
    void operatorsThatAreFreedOrCannotBeAreRefused() throws Exception {
        Jmpi.run(1, () -> {
            List<String> complaints = new ArrayList<>();
            tryAll("freed", Parameter.freedOp(), MPI.ERR_OP, "has been freed", complaints);
            assertEquals("", String.join("\n", complaints));
            Talk.assertFails(MPI.ERR_OP, MPI.SUM::free, "SUM");
        });
    }

    @Test
    void datatypesThatAreVoidFreedOrPredefinedAreRefused() throws Exception {
        Jmpi.run(1, () -> {
            List<String> complaints = new ArrayList<>();
            tryAll("void", MPI.NULL, MPI.ERR_TYPE, "MPI.NULL", complaints);
            tryAll("freed", Parameter.freedType(), MPI.ERR_TYPE, "freed", complaints);
            assertEquals("", String.join("\n", complaints));
            for (Datatype predefined : new Datatype[] {MPI.INT, MPI.INT2, MPI.OBJECT, MPI.PACKED, MPI.LB})
                Talk.assertFails(MPI.ERR_TYPE, predefined::free, "predefined");
        });
    }

    @Test
    void theCommunicatorsOfEveryRankCannotBeFreed() {
        Jmpi.run(2, () -> {
            Talk.assertFails(MPI.ERR_COMM, MPI.COMM_WORLD::Free, "MPI.COMM_WORLD");
            Talk.assertFails(MPI.ERR_COMM, MPI.COMM_SELF::Free, "MPI.COMM_SELF");
            Talk.assertFails(MPI.ERR_COMM, Intracomm.of(Jmpi.world())::Free, "MPI.COMM_WORLD");
            BadInputTest.assertWorldUsable();
        });
    }

    @Test
    void voidRequestsCannotBeCancelledOrFreed() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) Talk.send(5, 1, 1);
            else {
                Request done = MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, 0, 1);
                done.Wait();
                for (Request request : new Request[] {done, MPI.REQUEST_NULL}) {
                    Talk.assertFails(MPI.ERR_REQUEST, request::Cancel, "null or inactive");
                    Talk.assertFails(MPI.ERR_REQUEST, request::Free, "null or inactive");
                    assertTrue(request.Is_null());
                }
            }
            BadInputTest.assertWorldUsable();
        });
    }

    @Test
    void persistentRequestsRefuseWhatTheirStateForbids() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                Prequest request = Parameter.receive();
                Talk.assertFails(MPI.ERR_REQUEST, request::Cancel, "null or inactive");
                request.Start();
                Talk.assertFails(MPI.ERR_REQUEST, request::Start, "under way");
                Talk.assertFails(MPI.ERR_REQUEST, () -> Prequest.Startall(new Prequest[] {request}), "under way");
                request.Cancel();
                assertTrue(request.Wait().Test_cancelled());
                assertFalse(request.Is_null());
                request.Free();
                assertTrue(request.Is_null());
                Talk.assertFails(MPI.ERR_REQUEST, request::Start, "freed");
                Talk.assertFails(MPI.ERR_REQUEST, request::Free, "freed");
                Talk.assertFails(MPI.ERR_REQUEST, request::Cancel, "null or inactive");
            }
            BadInputTest.assertWorldUsable();
        });
    }

    @Test
    void persistentRequestsOfAFreedCommunicatorDoNotStart() {
        Jmpi.run(2, () -> {
            Intracomm copy = (Intracomm) MPI.COMM_WORLD.clone();
            Prequest send = copy.Send_init(new int[1], 0, 1, MPI.INT, 1 - Talk.rank(), 3);
            copy.Free();
            Talk.assertFails(MPI.ERR_COMM, send::Start, "freed");
            Talk.assertFails(MPI.ERR_COMM, () -> Prequest.Startall(new Prequest[] {send}), "freed");
            BadInputTest.assertWorldUsable();
        });
    }

    @Test
    void aGroupWithMembersOutsideOfTheCommunicatorIsRefused() {
        Jmpi.run(2, () -> {
            Intracomm self = (Intracomm) MPI.COMM_SELF.clone();
            Group world = MPI.COMM_WORLD.Group();
            Talk.assertFails(MPI.ERR_GROUP, () -> self.Create(world), "world rank=" + (1 - Talk.rank()));
            self.Free();
            BadInputTest.assertWorldUsable();
        });
    }

    @Test
    void intercommunicatorsHaveNoCollectiveOperations() {
        Jmpi.run(2, () -> {
            Intercomm inter = MPI.COMM_WORLD.Create_intercomm(MPI.COMM_SELF, 0, 1 - Talk.rank(), 5);
            Talk.assertFails(
                    MPI.ERR_COMM, () -> MPI.COMM_WORLD.Create_intercomm(inter, 0, 1 - Talk.rank(), 5), "intercomm");
            Talk.assertFails(MPI.ERR_RANK, () -> inter.Send(new int[1], 0, 1, MPI.INT, 1, 5), "rank=1", "size=1");
            inter.Free();
            BadInputTest.assertWorldUsable();
        });
    }

    @Test
    void windowsThatAreVoidOrFreedRefuseEveryCall() throws Exception {
        Jmpi.run(2, () -> {
            Win freed = Win.Allocate(8, 1, null, MPI.COMM_WORLD);
            freed.Free();
            List<String> complaints = new ArrayList<>();
            if (Talk.rank() == 0) {
                tryAll("void", MPI.WIN_NULL, MPI.ERR_WIN, "MPI.WIN_NULL", complaints);
                tryAll("freed window", freed, MPI.ERR_WIN, "has been freed", complaints);
            }
            BadInputTest.assertWorldUsable();
            assertEquals(List.of(), complaints);
        });
    }
}
