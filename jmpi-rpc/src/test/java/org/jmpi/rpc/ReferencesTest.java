package org.jmpi.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An object goes when no reference is left, and not before. */
class ReferencesTest {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

    interface Cell {
        int value();

        /** Keeps a reference, or drops it. */
        @Simple
        void keep(GlobalRef<Cell> ref);

        int valueOfKept();

        @Simple
        GlobalRef<Cell> kept();

        GlobalRef<Cell> fresh(int value);
    }

    static class Box implements Cell {
        private final ObjectSpace space;
        private final int value;
        private volatile GlobalRef<Cell> kept;

        Box(ObjectSpace space, int value) {
            this.space = space;
            this.value = value;
        }

        @Override
        public int value() {
            return value;
        }

        @Override
        public void keep(GlobalRef<Cell> ref) {
            kept = ref;
        }

        @Override
        public int valueOfKept() {
            return kept.get().value();
        }

        @Override
        public GlobalRef<Cell> kept() {
            return kept;
        }

        @Override
        public GlobalRef<Cell> fresh(int fresh) {
            return space.export(Cell.class, new Box(space, fresh));
        }
    }

    private static void awaitObjects(ObjectSpace space, int count) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (space.objects() != count && System.nanoTime() < deadline) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(5);
        }
        assertEquals(count, space.objects());
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void objectsWhoseReferencesAreDroppedAreCollected(String transport) {
        Ranks.run(transport, 2, space -> {
            Cell next = space.exportAll(Cell.class, new Box(space, 0))
                    .get(1 - space.rank())
                    .get();
            for (int i = 0; i < 100; i++) assertEquals(i, next.fresh(i).get().value());
            Jmpi.world().barrier();
            awaitObjects(space, 1);
            Jmpi.world().barrier();
        });
    }

    @Test
    void aReferenceThatTravelsOnKeepsItsObject() {
        Ranks.run("threads", 3, space -> {
            GlobalRef<Cell>[] cells = refs(space);
            if (space.rank() == 0) {
                cells[2].get().keep(cells[1].get().fresh(7));
                // The reference has gone from rank 1 to this one, which has dropped it, and on to rank 2.
                for (int i = 0; i < 20; i++) {
                    System.gc();
                    TimeUnit.MILLISECONDS.sleep(10);
                    assertEquals(7, cells[2].get().valueOfKept());
                }
                // And round and round: the weight does not run out.
                for (int i = 0; i < 2_000; i++)
                    cells[2].get().keep(cells[2].get().kept());
                assertEquals(7, cells[2].get().valueOfKept());
                cells[2].get().keep(null);
            }
            Jmpi.world().barrier();
            awaitObjects(space, 1);
            Jmpi.world().barrier();
        });
    }

    @SuppressWarnings("unchecked")
    private static GlobalRef<Cell>[] refs(ObjectSpace space) {
        return space.exportAll(Cell.class, new Box(space, 0)).toArray(GlobalRef[]::new);
    }

    @Test
    void aReferenceInAMessageKeepsItsObjectUntilItIsDropped() {
        Ranks.run("threads", 2, space -> {
            Cell next = refs(space)[1].get();
            if (space.rank() == 0) {
                GlobalRef<Cell> fresh = next.fresh(5);
                Jmpi.world().send(fresh, 1, 0);
                Jmpi.world().send(fresh.id(), 1, 1);
            } else {
                Jmpi.world().receive(GlobalRef.class, 0, 0);
                int id = Jmpi.world().receive(Integer.class, 0, 1);
                for (int i = 0; i < 30; i++) {
                    System.gc();
                    TimeUnit.MILLISECONDS.sleep(10);
                }
                assertEquals(2, space.objects());
                RpcLayer.current().ref(Cell.class, 1, id).drop();
                assertEquals(1, space.objects());
            }
            Jmpi.world().barrier();
        });
    }

    @Test
    void anExportedObjectStaysWhileItsReferenceIsKept() {
        Ranks.run("threads", 1, space -> {
            GlobalRef<Cell> ref = space.export(Cell.class, new Box(space, 3));
            for (int i = 0; i < 5; i++) space.export(Cell.class, new Box(space, i));
            awaitObjects(space, 1);
            assertEquals(3, ref.get().value());
            assertTrue(ref.object() instanceof Box);
        });
    }
}
