package jpvm;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jmpi.pvm.TaskAddress;

/** The id of a task: its host, and the port at which it listens there. */
public class jpvmTaskId implements Serializable {
    private static final long serialVersionUID = 1;
    private static final int LONGEST_HOST = 255;

    /** The name of the host. */
    private String taskHost;

    private int taskPort;

    /** Makes an id of no task. */
    public jpvmTaskId() {
        this("", 0);
    }

    /**
     * Makes the id of a task on this host.
     *
     * @param my_port where it listens
     */
    public jpvmTaskId(int my_port) {
        this(localHost(), my_port);
    }

    /**
     * Makes the id of a task.
     *
     * @param host the name of its host
     * @param port where it listens
     */
    public jpvmTaskId(String host, int port) {
        taskHost = host;
        taskPort = port;
    }

    private static String localHost() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    static jpvmTaskId of(TaskAddress address) {
        return address == null ? null : new jpvmTaskId(address.host(), address.port());
    }

    TaskAddress address() {
        return new TaskAddress(taskHost == null ? "" : taskHost, taskPort);
    }

    /** {@return the name of the host} */
    public String getHost() {
        return taskHost;
    }

    /** {@return the port} */
    public int getPort() {
        return taskPort;
    }

    /**
     * {@return whether two ids name the same task; upper and lower case of the host make no difference}
     *
     * @param tid another id
     */
    public boolean equals(jpvmTaskId tid) {
        return tid != null && address().equals(tid.address());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof jpvmTaskId tid && equals(tid);
    }

    @Override
    public int hashCode() {
        return address().hashCode();
    }

    @Override
    public String toString() {
        return taskHost + ", port #" + taskPort;
    }

    /**
     * Writes the id: the length of the host's name, its characters, the port.
     *
     * @param strm takes the bytes
     * @throws jpvmException if it can't
     */
    public void send(DataOutputStream strm) throws jpvmException {
        try {
            String host = address().host();
            strm.writeInt(host.length());
            strm.writeChars(host);
            strm.writeInt(taskPort);
        } catch (IOException e) {
            throw new jpvmException("task id " + this + " can't be written: " + e);
        }
    }

    /**
     * Reads an id into this object.
     *
     * @param strm has the bytes that {@link #send} has written
     * @throws jpvmException if it has not
     */
    public void recv(DataInputStream strm) throws jpvmException {
        try {
            int length = strm.readInt();
            if (length < 0 || length > LONGEST_HOST)
                throw new IOException("a host's name of " + length + " characters");
            StringBuilder host = new StringBuilder();
            for (int i = 0; i < length; i++) host.append(strm.readChar());
            taskHost = host.toString();
            taskPort = strm.readInt();
        } catch (IOException e) {
            throw new jpvmException("a task id can't be read: " + e);
        }
    }
}
