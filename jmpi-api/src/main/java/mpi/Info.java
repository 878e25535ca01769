package mpi;

import java.util.List;
import java.util.function.Function;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.session.EnvironmentInfo;

/**
 * Hints for calls that have room for them, as pairs of key and value (MPI-4.1 chapter 10). Keys keep the order of their
 * first {@link #Set}. Hints that a call does not know are ignored.
 *
 * <pre>{@code
 * Info info = Info.Create();
 * info.Set("mpi_assert_no_any_source", "true");
 * Intracomm quiet = MPI.COMM_WORLD.Dup_with_info(info);
 * info.Free();
 * }</pre>
 */
public class Info {
    private org.jmpi.comm.object.Info core;

    Info(org.jmpi.comm.object.Info core) {
        this.core = core;
    }

    /**
     * Returns the hints that an argument stands for.
     *
     * @param info null or {@link MPI#INFO_NULL} for none
     * @throws CommException of class INFO if it has been freed
     */
    static org.jmpi.comm.object.Info core(Info info) {
        return info == null || info == MPI.INFO_NULL ? new org.jmpi.comm.object.Info() : info.usable();
    }

    org.jmpi.comm.object.Info usable() {
        if (core == null)
            throw new CommException(
                    ErrorClass.INFO, this == MPI.INFO_NULL ? "info is MPI.INFO_NULL" : "info has been freed");
        return core;
    }

    private <T> T call(Function<org.jmpi.comm.object.Info, T> call) {
        try {
            return call.apply(usable());
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /** {@return an object without hints; it may be made before {@link MPI#Init}} */
    public static Info Create() throws MPIException {
        return new Info(new org.jmpi.comm.object.Info());
    }

    /**
     * {@return the hints of {@link MPI#INFO_ENV}, as {@link MPI#Init} makes them} It may be called before {@code Init}.
     *
     * @param args what {@code main} got; null counts as none
     */
    public static Info Create_env(String[] args) throws MPIException {
        org.jmpi.comm.object.Info core = EnvironmentInfo.create();
        EnvironmentInfo.addArguments(core, args);
        return new Info(core);
    }

    /**
     * Sets a value.
     *
     * @param key of 1 to {@link MPI#MAX_INFO_KEY} characters
     * @param value of at most {@link MPI#MAX_INFO_VAL} characters
     * @throws MPIException of class ERR_INFO_KEY or ERR_INFO_VALUE for one that is null or too long; ERR_INFO if this
     *     object has been freed
     */
    public void Set(String key, String value) throws MPIException {
        call(info -> {
            info.set(key, value);
            return null;
        });
    }

    /**
     * {@return the value of a key; null if it is not set}
     *
     * @param key of 1 to {@link MPI#MAX_INFO_KEY} characters
     * @throws MPIException of class ERR_INFO_KEY for one that is null, empty or too long; ERR_INFO if this object has
     *     been freed
     */
    public String Get(String key) throws MPIException {
        return call(info -> info.get(key));
    }

    /**
     * Removes a value.
     *
     * @param key of 1 to {@link MPI#MAX_INFO_KEY} characters
     * @throws MPIException of class ERR_INFO_NOKEY if it is not set; as {@link #Get} does
     */
    public void Delete(String key) throws MPIException {
        call(info -> {
            info.delete(key);
            return null;
        });
    }

    /**
     * {@return the number of keys}
     *
     * @throws MPIException of class ERR_INFO if this object has been freed
     */
    public int Get_nkeys() throws MPIException {
        return call(info -> info.keys().size());
    }

    /**
     * {@return a key}
     *
     * @param n its number, from 0 to {@link #Get_nkeys} less 1
     * @throws MPIException of class ERR_ARG if there is no such key; ERR_INFO if this object has been freed
     */
    public String Get_nthkey(int n) throws MPIException {
        return call(info -> {
            List<String> keys = info.keys();
            if (n < 0 || n >= keys.size())
                throw new CommException(ErrorClass.ARG, "no such key: n=" + n + ", keys=" + keys.size());
            return keys.get(n);
        });
    }

    /**
     * {@return a copy, with the same keys in the same order}
     *
     * @throws MPIException of class ERR_INFO if this object has been freed
     */
    public Info Dup() throws MPIException {
        return new Info(call(org.jmpi.comm.object.Info::copy));
    }

    /**
     * Frees this object. Calls that took it as an argument have copied what they need.
     *
     * @throws MPIException of class ERR_INFO if it is {@link MPI#INFO_NULL}, {@link MPI#INFO_ENV}, or has been freed
     */
    public void Free() throws MPIException {
        call(info -> core = null);
    }

    /** {@return whether this is {@link MPI#INFO_NULL} or has been freed} */
    public boolean Is_null() {
        return core == null;
    }

    /** {@link MPI#INFO_ENV}: it is made at its first use, since few programs use it. */
    static final class Environment extends Info {
        private String[] args;
        private org.jmpi.comm.object.Info made;

        Environment() {
            super(null);
        }

        /** Takes the arguments of {@link MPI#Init}. */
        synchronized void started(String... args) {
            this.args = args == null ? new String[0] : args;
            if (made != null) EnvironmentInfo.addArguments(made, args);
        }

        @Override
        synchronized org.jmpi.comm.object.Info usable() {
            if (made == null) {
                made = EnvironmentInfo.create();
                if (args != null) EnvironmentInfo.addArguments(made, args);
            }
            return made;
        }

        @Override
        public void Free() throws MPIException {
            throw Ranks.raised(new CommException(ErrorClass.INFO, "info is MPI.INFO_ENV, which is not freed"));
        }

        @Override
        public boolean Is_null() {
            return false;
        }
    }
}
