package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every call of the binding refuses every wrong argument before it sends anything. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class BadInputTest {
    @Test
    void everyCallWithArgumentsIsTried() throws Exception {
        Jmpi.run(2, () -> {
            Set<Executable> tried =
                    Calls.make().all().stream().map(Calls.Call::code).collect(Collectors.toSet());
            List<String> missing = Calls.ofTheBinding().stream()
                    .filter(code -> !tried.contains(code) && !Calls.NEVER_WRONG.containsKey(nameOf(code)))
                    .map(Executable::toString)
                    .toList();
            assertEquals(List.of(), missing);
        });
    }

    private static String nameOf(Executable code) {
        String name = code instanceof Constructor ? "<init>" : code.getName();
        return code.getDeclaringClass().getSimpleName() + "." + name;
    }

    /** Rank 0 makes every wrong call, of which rank 1 must not notice anything. */
    @Test
    void everyWrongArgumentIsRefusedByTheRightClass() throws Exception {
        List<String> complaints = new CopyOnWriteArrayList<>();
        try {
            Jmpi.run(2, () -> {
                for (Calls.Call call : Calls.make().all()) if (Talk.rank() == 0) tryAll(call, complaints);
                assertWorldUsable();
            });
        } catch (MPIException | AssertionError e) {
            complaints.add("afterwards: " + e);
        }
        assertEquals("", String.join("\n", complaints));
    }

    private static void tryAll(Calls.Call call, List<String> complaints) throws ReflectiveOperationException {
        for (int i = 0; i < call.parameters().length; i++)
            for (Parameter.Wrong wrong : call.parameters()[i].wrong) {
                Object[] arguments = call.rightArguments();
                arguments[i] = wrong.value().get();
                String complaint = complaint(call, wrong, arguments);
                if (!complaint.isEmpty())
                    complaints.add(
                            call + ", " + call.parameters()[i] + " " + i + " is " + wrong.name() + ": " + complaint);
            }
    }

    /** Returns what is not as it should be with a call; empty if it is refused rightly. */
    private static String complaint(Calls.Call call, Parameter.Wrong wrong, Object[] arguments)
            throws ReflectiveOperationException {
        try {
            invoke(call, arguments);
        } catch (InvocationTargetException e) {
            if (!(e.getCause() instanceof MPIException refusal)) return "failed by " + e.getCause();
            if (refusal.Get_error_class() != wrong.errorClass())
                return "class " + refusal.Get_error_class() + ", not " + wrong.errorClass() + ": " + refusal;
            return Stream.of(wrong.inMessage())
                    .filter(part -> !refusal.getMessage().contains(part))
                    .map(part -> "no " + part + " in: " + refusal.getMessage())
                    .collect(Collectors.joining(", "));
        }
        return "not refused";
    }

    private static void invoke(Calls.Call call, Object[] arguments) throws ReflectiveOperationException {
        if (call.code() instanceof Constructor<?> constructor) constructor.newInstance(arguments);
        else ((Method) call.code()).invoke(call.on() == null ? null : call.on().get(), arguments);
    }

    /** Checks that nothing was sent, that no receive was left, and that collective operations are not out of step. */
    static void assertWorldUsable() {
        Talk.assertUsable();
        int[] sum = new int[1];
        MPI.COMM_WORLD.Allreduce(new int[] {Talk.rank() + 1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        int size = Talk.size();
        assertEquals(size * (size + 1) / 2, sum[0]);
        Talk.assertUsable();
    }
}
