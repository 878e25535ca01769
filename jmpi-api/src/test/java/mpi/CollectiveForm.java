package mpi;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;

/** The ways to run a collective operation. */
enum CollectiveForm {
    /** The call returns when the operation is done. */
    BLOCKING {
        @Override
        Intracomm of(Intracomm comm) {
            return comm;
        }

        @Override
        void run(Runnable blocking, Supplier<Request> started, Supplier<Prequest> prepared) {
            blocking.run();
        }

        @Override
        String name(String operation) {
            return operation;
        }
    },
    /** One call starts the operation, another one completes it. */
    NONBLOCKING {
        @Override
        Intracomm of(Intracomm comm) {
            return calls(comm);
        }

        @Override
        void run(Runnable blocking, Supplier<Request> started, Supplier<Prequest> prepared) {
            started.get().Wait();
        }

        @Override
        String name(String operation) {
            return "I" + operation.toLowerCase(Locale.ROOT);
        }
    },
    /** The operation is prepared once, then started and completed twice. */
    PERSISTENT {
        @Override
        Intracomm of(Intracomm comm) {
            return calls(comm);
        }

        @Override
        void run(Runnable blocking, Supplier<Request> started, Supplier<Prequest> prepared) {
            twice(prepared.get());
        }

        @Override
        String name(String operation) {
            return operation + "_init";
        }
    };

    /** Returns a communicator whose blocking operations are run in this way. */
    abstract Intracomm of(Intracomm comm);

    /** Returns a communicator whose blocking operations are run by the methods of this form. */
    Intracomm calls(Intracomm comm) {
        return new CallView(comm, calling(comm));
    }

    /** Returns what runs the blocking operations of a communicator by the methods of this form. */
    CallView.Calling calling(Comm comm) {
        return (operation, arguments) -> {
            Supplier<Object> made = () -> CallView.invoke(comm, method(type(comm), operation), arguments);
            run(made::get, () -> (Request) made.get(), () -> (Prequest) made.get());
        };
    }

    /** Returns the class that has the operations of a communicator. */
    static Class<?> type(Comm comm) {
        return comm instanceof Intercomm ? Intercomm.class : Intracomm.class;
    }

    /** Runs an operation in this way, by one of the calls for it. */
    abstract void run(Runnable blocking, Supplier<Request> started, Supplier<Prequest> prepared);

    /** Starts and completes an operation twice, and frees it. */
    static void twice(Prequest request) {
        request.Start();
        request.Wait();
        request.Start();
        request.Wait();
        request.Free();
    }

    /** Returns the name of this form of an operation. */
    abstract String name(String operation);

    /** Returns this form of an operation of a communicator, which has one method of that name. */
    Method method(Class<?> comm, String operation) {
        return Arrays.stream(comm.getMethods())
                .filter(method -> method.getName().equals(name(operation)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no method " + name(operation)));
    }
}
