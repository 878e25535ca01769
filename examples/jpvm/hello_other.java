import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;

/** The task that {@link hello} spawns. */
class hello_other {
    public static void main(String[] args) {
        try {
            jpvmEnvironment jpvm = new jpvmEnvironment();
            jpvmBuffer buffer = new jpvmBuffer();
            buffer.pack("Hello from a task");
            jpvm.pvm_send(buffer, jpvm.pvm_parent(), 12345);
            jpvm.pvm_exit();
        } catch (jpvmException e) {
            System.out.println(e);
        }
    }
}
