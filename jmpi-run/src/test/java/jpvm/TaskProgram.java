package jpvm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import mpi.MPI;
import mpi.MPIException;

/**
 * Programs of several tasks, by name; each fails by an exception if a result is wrong. A spawned task asks its parent
 * what to do.
 */
public final class TaskProgram {
    private static final String NAME = TaskProgram.class.getName();
    private static final int ROLE = 1;
    private static final int DATA = 2;
    private static final int DONE = 3;
    private static final int MESSAGES = 50;

    private static jpvmEnvironment jpvm;

    private TaskProgram() {}

    /** Runs the program that the first argument names; a spawned task gets the name as a message. */
    public static void main(String[] args) throws Throwable {
        boolean mixed = args.length > 0 && args[0].equals("mixed");
        if (mixed) MPI.Init(args);
        jpvm = new jpvmEnvironment();
        jpvmTaskId parent = jpvm.pvm_parent();
        if (parent == jpvmEnvironment.PvmNoParent) run(args);
        else work(jpvm.pvm_recv(parent, ROLE));
        jpvm.pvm_exit();
        if (mixed) MPI.Finalize();
    }

    private static void check(Object expected, Object actual) {
        if (!Objects.equals(expected, actual)) throw new IllegalStateException(actual + " instead of " + expected);
    }

    /** A call that is to fail. */
    private interface Failing {
        void call() throws jpvmException;
    }

    private static void fails(String part, Failing call) {
        try {
            call.call();
        } catch (jpvmException e) {
            if (e.getMessage().contains(part)) return;
            throw new IllegalStateException("not \"" + part + "\" but: " + e, e);
        }
        throw new IllegalStateException("no failure: " + part);
    }

    private static jpvmTaskId[] spawn(String role, int count) throws jpvmException {
        jpvmTaskId[] tids = new jpvmTaskId[count];
        check(count, jpvm.pvm_spawn(NAME, count, tids));
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(role);
        buffer.pack(tids, count, 1);
        jpvm.pvm_mcast(buffer, tids, count, ROLE);
        return tids;
    }

    private static void done(jpvmTaskId to) throws jpvmException {
        jpvm.pvm_send(new jpvmBuffer(), to, DONE);
    }

    private static void run(String[] args) throws jpvmException {
        switch (args[0]) {
            case "all" -> {
                all(3);
                errors();
                ended();
                large();
                family();
                listed();
            }
            case "many" -> all(Integer.parseInt(args[1]));
            case "ended" -> {
                for (int i = 0; i < Integer.parseInt(args[1]); i++) ended();
            }
            case "mixed" -> {
                all(2);
                check(1, MPI.COMM_WORLD.Size());
                again(spawn("wait", 3));
            }
            case "killed" -> killed();
            case "wait" -> {
                for (jpvmTaskId each : spawn("wait", 2)) jpvm.pvm_recv(each, DONE);
                System.out.println("tasks wait");
                jpvm.pvm_recv();
            }
            case "halt" -> halt();
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.println(args[0] + " is well");
    }

    private static void work(jpvmMessage role) throws jpvmException {
        switch (role.buffer.upkstr()) {
            case "all" -> talkToAll(role);
            case "large" -> jpvm.pvm_send(jpvm.pvm_recv(DATA).buffer, role.sourceTid, DATA);
            case "exit" -> done(role.sourceTid);
            case "die" -> {
                done(role.sourceTid);
                jpvm.pvm_recv(DATA);
                Runtime.getRuntime().halt(9);
            }
            case "family" -> family(role.sourceTid);
            case "grandchild" -> grandchild();
            case "wait" -> {
                done(role.sourceTid);
                jpvm.pvm_recv(DATA);
            }
            default -> throw new IllegalArgumentException();
        }
    }

    /** A task that begins after the last one of its process has ended sends to the same others. */
    private static void again(jpvmTaskId[] others) throws jpvmException {
        for (jpvmTaskId each : others) jpvm.pvm_recv(each, DONE);
        jpvm.pvm_exit();
        jpvm = new jpvmEnvironment();
        for (jpvmTaskId each : others) jpvm.pvm_send(new jpvmBuffer(), each, DATA);
    }

    /** Each task sends to each other one, at the same time; the messages of a pair keep their order. */
    private static void all(int count) throws jpvmException {
        jpvmTaskId[] tids = spawn("all", count);
        for (int i = 0; i < count; i++) jpvm.pvm_recv(DONE);
        for (jpvmTaskId each : tids) check(false, jpvm.pvm_probe(each, DONE));
    }

    private static void talkToAll(jpvmMessage role) throws jpvmException {
        jpvmTaskId[] tids = tids(role);
        for (int i = 0; i < MESSAGES; i++) {
            jpvmBuffer buffer = new jpvmBuffer();
            buffer.pack(i);
            jpvm.pvm_mcast(buffer, tids, tids.length, DATA);
        }
        for (jpvmTaskId each : tids)
            for (int i = 0; i < MESSAGES; i++)
                check(i, jpvm.pvm_recv(each, DATA).buffer.upkint());
        check(null, jpvm.pvm_nrecv(DATA));
        done(role.sourceTid);
    }

    private static jpvmTaskId[] tids(jpvmMessage role) throws jpvmException {
        jpvmTaskId[] room = new jpvmTaskId[100];
        int count = 0;
        while (true) {
            try {
                jpvmBuffer rest = role.buffer;
                rest.rewind();
                rest.upkstr();
                rest.unpack(room, count + 1, 1);
                count++;
            } catch (jpvmException e) {
                return Arrays.copyOf(room, count);
            }
        }
    }

    private static void errors() {
        fails("no class no.such.Class", () -> jpvm.pvm_spawn("no.such.Class", 2, new jpvmTaskId[2]));
        fails(Silent.class.getName(), () -> jpvm.pvm_spawn(Silent.class.getName(), 1, new jpvmTaskId[1]));
        fails(Taskless.class.getName(), () -> jpvm.pvm_spawn(Taskless.class.getName(), 1, new jpvmTaskId[1]));
        fails("room for 1 ids", () -> jpvm.pvm_spawn(NAME, 2, new jpvmTaskId[1]));
        jpvmTaskId nobody = new jpvmTaskId(jpvm.pvm_mytid().getHost(), 1);
        fails("no task " + nobody, () -> jpvm.pvm_send(new jpvmBuffer(), nobody, 1));
        fails("task " + nobody + " has ended", () -> jpvm.pvm_recv(nobody));
    }

    /** A program that makes no task. */
    public static final class Silent {
        private Silent() {}

        /** Ends at once. */
        public static void main(String[] args) {
            // It makes no task.
        }
    }

    /** A program of MPI that makes no task. */
    public static final class Taskless {
        private Taskless() {}

        /** Ends in good order. */
        public static void main(String[] args) throws MPIException {
            MPI.Init(args);
            MPI.Finalize();
        }
    }

    /** Messages that a task has sent before its end are received after it. */
    private static void ended() throws jpvmException {
        jpvmTaskId child = spawn("exit", 1)[0];
        fails("task " + child + " has ended", () -> jpvm.pvm_recv(child, DATA));
        check(true, jpvm.pvm_probe(child));
        check(DONE, jpvm.pvm_recv(child).messageTag);
        fails("task " + child + " has ended", () -> jpvm.pvm_send(new jpvmBuffer(), child, DATA));
    }

    private static void killed() throws jpvmException {
        jpvmTaskId child = spawn("die", 1)[0];
        jpvm.pvm_recv(child, DONE);
        jpvm.pvm_send(new jpvmBuffer(), child, DATA);
        fails("task " + child + " has ended", () -> jpvm.pvm_recv(child));
    }

    private static void large() throws jpvmException {
        jpvmTaskId child = spawn("large", 1)[0];
        double[] numbers = new double[700_001];
        for (int i = 0; i < numbers.length; i++) numbers[i] = i / 3.0;
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(numbers, numbers.length, 1);
        buffer.pack("the end");
        jpvm.pvm_send(buffer, child, DATA);
        double[] back = new double[numbers.length];
        jpvmMessage message = jpvm.pvm_recv(child);
        message.buffer.unpack(back, back.length, 1);
        check(true, Arrays.equals(numbers, back));
        check("the end", message.buffer.upkstr());
    }

    /** A grandchild sends to its grandparent, and to the sister of its parent. */
    private static void family() throws jpvmException {
        jpvmTaskId[] tids = spawn("family", 2);
        List<jpvmTaskId> seen = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            jpvmMessage message = jpvm.pvm_recv(DATA);
            check("grandchild", message.buffer.upkstr());
            seen.add(message.sourceTid);
        }
        check(false, seen.get(0).equals(seen.get(1)));
        for (jpvmTaskId each : tids) jpvm.pvm_recv(each, DONE);
    }

    private static void family(jpvmTaskId root) throws jpvmException {
        jpvmTaskId child = spawn("grandchild", 1)[0];
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(root);
        jpvm.pvm_send(buffer, child, DATA);
        jpvm.pvm_recv(child, DONE);
        done(root);
    }

    private static void grandchild() throws jpvmException {
        jpvmTaskId root = jpvm.pvm_recv(jpvm.pvm_parent(), DATA).buffer.upktid();
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack("grandchild");
        jpvm.pvm_send(buffer, root, DATA);
        done(jpvm.pvm_parent());
    }

    private static void listed() throws jpvmException {
        jpvmTaskId[] tids = spawn("wait", 2);
        for (jpvmTaskId each : tids) jpvm.pvm_recv(each, DONE);
        jpvmConfiguration conf = jpvm.pvm_config();
        check(1, conf.numHosts);
        check(jpvm.pvm_mytid().getHost(), conf.hostNames[0]);
        jpvmTaskStatus status = jpvm.pvm_tasks(conf, 0);
        check(3, status.numTasks);
        check("[" + NAME + ", " + NAME + ", " + NAME + "]", Arrays.toString(status.taskNames));
        check(true, Arrays.asList(status.taskTids).containsAll(Arrays.asList(tids)));
        jpvm.pvm_mcast(new jpvmBuffer(), tids, 2, DATA);
    }

    private static void halt() throws jpvmException {
        for (jpvmTaskId each : spawn("wait", 2)) jpvm.pvm_recv(each, DONE);
        System.out.println("halt is well");
        jpvm.pvm_halt();
    }
}
