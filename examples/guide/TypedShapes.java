import java.io.Serializable;
import java.util.Arrays;
import org.jmpi.Jmpi;
import org.jmpi.World;

public class TypedShapes {
    private record Shape(String name, double[] sides) implements Serializable {
        @Override
        public String toString() {
            return name + Arrays.toString(sides);
        }
    }

    public static void main(String[] args) {
        try (World world = Jmpi.world()) {
            double[][] matrix = world.broadcast(world.rank() == 0 ? new double[][] {{1, 2, 3}, {4, 5, 6}} : null, 0);
            if (world.rank() == 1) System.out.println("rank 1 has " + Arrays.deepToString(matrix));
            if (world.rank() == 0) ask(world);
            if (world.rank() == 1) answer(world);
        }
    }

    private static void ask(World world) {
        Shape[] shapes = {new Shape("square", new double[] {2}), new Shape("box", new double[] {1, 3})};
        world.send(shapes, 1);
        System.out.println("rank 0 got " + Arrays.toString(world.receive(Shape[].class, 1)));
        System.out.println("rank 0 still has " + Arrays.toString(shapes));
    }

    private static void answer(World world) {
        Shape[] shapes = world.receive(Shape[].class, 0);
        for (Shape shape : shapes) {
            double[] sides = shape.sides();
            for (int i = 0; i < sides.length; i++) sides[i] *= 2;
        }
        world.send(shapes, 0);
    }
}
