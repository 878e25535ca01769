import java.util.List;
import org.jmpi.Jmpi;
import org.jmpi.World;
import org.jmpi.rpc.Atomic;
import org.jmpi.rpc.GlobalRef;
import org.jmpi.rpc.ObjectSpace;

/** Each rank has an account; each rank pays to the account of each other one. */
public class Ledger {
    interface Account {
        @Atomic
        void add(int amount);

        @Atomic
        int balance();
    }

    static class Book implements Account {
        private int balance = 100;

        @Override
        public void add(int amount) {
            balance += amount;
        }

        @Override
        public int balance() {
            return balance;
        }
    }

    public static void main(String[] args) {
        World world = Jmpi.world();
        ObjectSpace space = ObjectSpace.open();
        List<GlobalRef<Account>> accounts = space.exportAll(Account.class, new Book());
        for (GlobalRef<Account> account : accounts) {
            accounts.get(space.rank()).get().add(-account.rank());
            account.get().add(account.rank());
        }
        world.barrier();
        if (space.rank() == 0)
            System.out.println(
                    accounts.stream().map(account -> account.get().balance()).toList());
        world.barrier();
    }
}
