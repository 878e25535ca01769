package org.jmpi.comm.datatype;

import java.util.Arrays;
import java.util.Random;

/** A layout nested at random, with its type map and the calls that make it. */
record RandomType(Layout layout, TypeMap map, String text) {
    private static final int MOST_ENTRIES = 300;
    private static final int WIDEST = 2000;

    /** Returns a type over this basic type, of at most this many levels. */
    static RandomType over(BasicType base, int levels, Random random) {
        if (levels == 0 || random.nextInt(8) == 0) return basic(base);
        RandomType old = over(base, levels - 1, random);
        RandomType type = switch (random.nextInt(6)) {
            case 0 -> contiguous(old, random);
            case 1 -> vector(old, random);
            case 2 -> hvector(old, random);
            case 3 -> indexed(old, random);
            case 4 -> hindexed(old, random);
            default -> struct(base, levels, old, random);
        };
        return type.map.entries().size() > MOST_ENTRIES || type.reach() > WIDEST ? old : type;
    }

    private long reach() {
        return map.entries().stream()
                .mapToLong(entry -> Math.abs(entry.displacement()))
                .max()
                .orElse(0);
    }

    private static RandomType basic(BasicType base) {
        return new RandomType(Layout.of(base), TypeMap.single(TypeMap.Kind.ELEMENT), base.name());
    }

    private static RandomType contiguous(RandomType old, Random random) {
        int count = random.nextInt(5);
        return new RandomType(
                Layout.contiguous(count, old.layout),
                TypeMap.of(copies -> copies.addBlock(0, count, old.map)),
                "contiguous(" + count + ", " + old.text + ")");
    }

    private static RandomType vector(RandomType old, Random random) {
        int count = random.nextInt(5);
        int blocklength = random.nextInt(4);
        int stride = random.nextInt(10) - 4;
        return new RandomType(
                Layout.vector(count, blocklength, stride, old.layout),
                blocks(count, blocklength, stride * old.map.extent(), old),
                "vector(" + count + ", " + blocklength + ", " + stride + ", " + old.text + ")");
    }

    private static RandomType hvector(RandomType old, Random random) {
        int count = random.nextInt(5);
        int blocklength = random.nextInt(4);
        int stride = random.nextInt(30) - 10;
        return new RandomType(
                Layout.hvector(count, blocklength, stride, old.layout),
                blocks(count, blocklength, stride, old),
                "hvector(" + count + ", " + blocklength + ", " + stride + ", " + old.text + ")");
    }

    private static TypeMap blocks(int count, int blocklength, long stride, RandomType old) {
        return TypeMap.of(copies -> {
            for (int i = 0; i < count; i++) copies.addBlock(i * stride, blocklength, old.map);
        });
    }

    private static RandomType indexed(RandomType old, Random random) {
        int blocks = random.nextInt(5);
        int[] blocklengths = ints(blocks, 0, 3, random);
        int[] displacements = ints(blocks, -4, 8, random);
        return new RandomType(
                Layout.indexed(blocklengths, displacements, old.layout),
                blocks(blocklengths, displacements, old.map.extent(), old),
                "indexed" + text(blocklengths, displacements) + old.text + ")");
    }

    private static RandomType hindexed(RandomType old, Random random) {
        int blocks = random.nextInt(5);
        int[] blocklengths = ints(blocks, 0, 3, random);
        int[] displacements = ints(blocks, -10, 20, random);
        return new RandomType(
                Layout.hindexed(blocklengths, displacements, old.layout),
                blocks(blocklengths, displacements, 1, old),
                "hindexed" + text(blocklengths, displacements) + old.text + ")");
    }

    private static TypeMap blocks(int[] blocklengths, int[] displacements, long unit, RandomType old) {
        return TypeMap.of(copies -> {
            for (int i = 0; i < blocklengths.length; i++)
                copies.addBlock(displacements[i] * unit, blocklengths[i], old.map);
        });
    }

    private static RandomType struct(BasicType base, int levels, RandomType first, Random random) {
        int blocks = random.nextInt(5);
        int[] blocklengths = ints(blocks, 0, 2, random);
        int[] displacements = ints(blocks, -10, 20, random);
        RandomType[] olds = new RandomType[blocks];
        for (int i = 0; i < blocks; i++) olds[i] = i == 0 ? first : part(base, levels, random);
        return new RandomType(
                Layout.struct(
                        blocklengths,
                        displacements,
                        Arrays.stream(olds).map(RandomType::layout).toArray(Layout[]::new)),
                TypeMap.of(copies -> {
                    for (int i = 0; i < blocks; i++) copies.addBlock(displacements[i], blocklengths[i], olds[i].map);
                }),
                "struct" + text(blocklengths, displacements)
                        + Arrays.toString(
                                Arrays.stream(olds).map(RandomType::text).toArray()) + ")");
    }

    private static RandomType part(BasicType base, int levels, Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> new RandomType(Layout.LB, TypeMap.single(TypeMap.Kind.LOWER), "LB");
            case 1 -> new RandomType(Layout.UB, TypeMap.single(TypeMap.Kind.UPPER), "UB");
            default -> over(base, levels - 1, random);
        };
    }

    private static int[] ints(int count, int from, int to, Random random) {
        return random.ints(count, from, to + 1).toArray();
    }

    private static String text(int[] blocklengths, int[] displacements) {
        return "(" + Arrays.toString(blocklengths) + ", " + Arrays.toString(displacements) + ", ";
    }
}
