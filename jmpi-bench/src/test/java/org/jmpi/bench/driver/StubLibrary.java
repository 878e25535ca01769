package org.jmpi.bench.driver;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A library whose name says how its jobs end: {@code good}, {@code fails}, {@code silent}, {@code wrong} (another
 * checksum than all others), {@code hangs}; any other name is that of a command which does not exist.
 */
record StubLibrary(String name) implements Library {
    @Override
    public String version() {
        return "a stub that is " + name;
    }

    @Override
    public ProcessBuilder command(Experiment experiment, Duration limit) {
        if (!List.of("good", "fails", "silent", "wrong", "hangs").contains(name))
            return new ProcessBuilder("/no/such/" + name);
        List<String> words = new ArrayList<>();
        words.add(ProcessHandle.current().info().command().orElseThrow());
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), StubLibrary.class.getName(), name));
        words.add(experiment.program().toString());
        return new ProcessBuilder(words);
    }

    public static void main(String[] args) {
        String name = args[0];
        if (name.equals("silent")) System.exit(0);
        System.out.println("sample," + args[1] + ",2,8,3.0 1.0 2.0");
        System.out.println("# checksum " + (name.equals("wrong") ? "11" : "7"));
        if (name.equals("fails")) {
            System.err.println("no luck today");
            System.exit(3);
        }
        while (name.equals("hangs")) LockSupport.park();
    }
}
