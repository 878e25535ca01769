package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hints, names, and the communicators that have them. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class InfoTest {
    private static Info of(String... keysAndValues) {
        Info info = Info.Create();
        for (int i = 0; i < keysAndValues.length; i += 2) info.Set(keysAndValues[i], keysAndValues[i + 1]);
        return info;
    }

    @Test
    void keysKeepTheOrderOfTheirFirstSet() {
        Info info = of("b", "1", "a", "2", "b", "3");
        assertEquals(2, info.Get_nkeys());
        assertEquals("b", info.Get_nthkey(0));
        assertEquals("a", info.Get_nthkey(1));
        assertEquals("3", info.Get("b"));
        assertNull(info.Get("c"));
        Info copy = info.Dup();
        info.Delete("b");
        assertEquals("a", info.Get_nthkey(0));
        assertEquals(2, copy.Get_nkeys());
        assertEquals("3", copy.Get("b"));
        info.Free();
        assertTrue(info.Is_null());
        assertFalse(copy.Is_null());
    }

    @Test
    void theEnvironmentSaysHowTheProcessWasStarted() {
        Info info = Info.Create_env(new String[] {"a", "b c"});
        assertEquals("a b c", info.Get("argv"));
        assertEquals(System.getProperty("user.dir"), info.Get("wdir"));
        assertEquals(System.getProperty("os.arch"), info.Get("arch"));
        info.Free();
        assertEquals("", Info.Create_env(null).Get("argv"));
        Talk.assertFails(MPI.ERR_INFO, MPI.INFO_ENV::Free, "INFO_ENV");
        assertFalse(MPI.INFO_ENV.Is_null());
        Jmpi.run(1, () -> {
            String host = MPI.Get_processor_name();
            assertEquals(host, MPI.INFO_ENV.Get("host"));
            assertEquals(host, MPI.INFO_ENV.Dup().Get("host"));
        });
    }

    @Test
    void argumentsThatAreNotValidAreRefused() {
        Info info = of("a", "");
        String longest = "k".repeat(MPI.MAX_INFO_KEY);
        info.Set(longest, "v".repeat(MPI.MAX_INFO_VAL));
        assertEquals(MPI.MAX_INFO_VAL, info.Get(longest).length());
        for (String key : new String[] {null, "", longest + "k"}) {
            Talk.assertFails(MPI.ERR_INFO_KEY, () -> info.Set(key, "v"), "key");
            Talk.assertFails(MPI.ERR_INFO_KEY, () -> info.Get(key), "key");
            Talk.assertFails(MPI.ERR_INFO_KEY, () -> info.Delete(key), "key");
        }
        Talk.assertFails(MPI.ERR_INFO_VALUE, () -> info.Set("a", null), "key=a");
        Talk.assertFails(
                MPI.ERR_INFO_VALUE,
                () -> info.Set("a", "v".repeat(MPI.MAX_INFO_VAL + 1)),
                "characters=" + (MPI.MAX_INFO_VAL + 1));
        Talk.assertFails(MPI.ERR_INFO_NOKEY, () -> info.Delete("b"), "key=b");
        for (int n : new int[] {-1, 2}) Talk.assertFails(MPI.ERR_ARG, () -> info.Get_nthkey(n), "n=" + n, "keys=2");
        info.Free();
        Talk.assertFails(MPI.ERR_INFO, info::Free, "freed");
        Talk.assertFails(MPI.ERR_INFO, info::Get_nkeys, "freed");
        Talk.assertFails(MPI.ERR_INFO, () -> MPI.INFO_NULL.Set("a", "b"), "INFO_NULL");
        assertTrue(MPI.INFO_NULL.Is_null());
        Jmpi.run(1, () -> {
            Talk.assertFails(MPI.ERR_INFO, () -> MPI.COMM_WORLD.Set_info(info), "freed");
            Talk.assertFails(MPI.ERR_INFO, () -> MPI.COMM_WORLD.Dup_with_info(info), "freed");
        });
    }

    @Test
    void aCommunicatorKeepsTheHintsThatTheLibraryKnows() {
        Jmpi.run(2, () -> {
            Info info = of("mpi_assert_no_any_tag", "true", "mpi_assert_exact_length", "perhaps", "unknown", "true");
            Intracomm comm = MPI.COMM_WORLD.Dup_with_info(info);
            info.Free();
            Info known = comm.Get_info();
            assertEquals(1, known.Get_nkeys());
            assertEquals("true", known.Get("mpi_assert_no_any_tag"));
            known.Set("mpi_assert_no_any_source", "true");
            assertEquals(1, comm.Get_info().Get_nkeys());
            comm.Set_info(known);
            comm.Set_info(null);
            comm.Set_info(MPI.INFO_NULL);
            assertEquals(2, comm.Get_info().Get_nkeys());
            assertEquals(0, comm.Dup().Get_info().Get_nkeys());
            assertEquals(0, MPI.COMM_WORLD.Dup_with_info(null).Get_info().Get_nkeys());
            Cartcomm ring = MPI.COMM_WORLD.Create_cart(new int[] {2}, new boolean[] {true}, false);
            assertEquals(2, ring.Dup_with_info(known).Get().dims[0]);
        });
    }

    @Test
    void aCommunicatorHasAName() {
        Jmpi.run(2, () -> {
            assertEquals("MPI_COMM_WORLD", MPI.COMM_WORLD.Get_name());
            assertEquals("MPI_COMM_SELF", MPI.COMM_SELF.Get_name());
            Intracomm comm = MPI.COMM_WORLD.Dup();
            assertEquals("", comm.Get_name());
            comm.Set_name("rank " + Talk.rank());
            assertEquals("rank " + Talk.rank(), comm.Get_name());
            Talk.assertFails(MPI.ERR_ARG, () -> comm.Set_name(null), "null");
            Talk.assertFails(
                    MPI.ERR_ARG,
                    () -> comm.Set_name("n".repeat(MPI.MAX_OBJECT_NAME + 1)),
                    "characters=" + (MPI.MAX_OBJECT_NAME + 1));
        });
    }
}
