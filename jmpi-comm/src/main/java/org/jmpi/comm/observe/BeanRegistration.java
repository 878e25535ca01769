package org.jmpi.comm.observe;

import java.lang.management.ManagementFactory;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The name of a rank's bean in the platform's server, until it is closed. */
final class BeanRegistration implements AutoCloseable {
    /** Ranks of so many worlds at most, which tests run in one JVM, have beans. */
    private static final int MOST_WORLDS = 1_000;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ObjectName name;

    /**
     * Registers a bean. If another world of this JVM has taken the name, a key {@code world} is added.
     *
     * @throws IllegalStateException if the server does not take the bean
     */
    BeanRegistration(int rank, RankMXBean bean) {
        String firstName = "org.jmpi:type=Rank,rank=" + rank;
        ObjectName taken = register(firstName, bean);
        for (int world = 2; taken == null && world <= MOST_WORLDS; world++)
            taken = register(firstName + ",world=" + world, bean);
        if (taken == null) throw new IllegalStateException(firstName + " is the name of too many beans");
        name = taken;
    }

    /** Returns the name; null if another bean has it. */
    private ObjectName register(String wanted, RankMXBean bean) {
        try {
            return server.registerMBean(bean, new ObjectName(wanted)).getObjectName();
        } catch (InstanceAlreadyExistsException e) {
            return null;
        } catch (JMException e) {
            throw new IllegalStateException("bean " + wanted + " cannot be registered", e);
        }
    }

    /** Removes the bean. */
    @Override
    public void close() {
        try {
            server.unregisterMBean(name);
        } catch (JMException e) {
            throw new IllegalStateException("bean " + name + " cannot be removed", e);
        }
    }
}
