import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;

/**
 * Spawns tasks, and prints what they say.
 *
 * <p>{@code jmpirun -np 1 -cp classes hello [tasks]}
 */
class hello {
    public static void main(String[] args) {
        int tasks = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        try {
            jpvmEnvironment jpvm = new jpvmEnvironment();
            jpvmTaskId[] tids = new jpvmTaskId[tasks];
            int started = jpvm.pvm_spawn("hello_other", tasks, tids);
            System.out.println(started + " tasks");
            for (int i = 0; i < started; i++) {
                jpvmMessage message = jpvm.pvm_recv(tids[i]);
                System.out.println("tag " + message.messageTag + ": " + message.buffer.upkstr());
            }
            jpvm.pvm_exit();
        } catch (jpvmException e) {
            System.out.println(e);
        }
    }
}
