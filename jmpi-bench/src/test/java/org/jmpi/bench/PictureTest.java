package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PictureTest {
    private static final int LIMIT = 100;

    private final Grid grid = Grid.of(40, 1600, Region.parse(Region.WHOLE_SET));
    private final int[] image = new int[1600];

    PictureTest() {
        Orbit.compute(grid, grid.tile(0), LIMIT, image, 0);
    }

    @Test
    void theSetIsBlackAndNothingFarFromItIs() {
        int[] colours = new Picture(grid, LIMIT, image).paint(Palette.OCEAN);
        assertEquals(0, colours[20 * 40 + 32]); // c = 0
        assertNotEquals(0, colours[0]);
        for (int i = 0; i < image.length; i++) if (image[i] == LIMIT) assertEquals(0, colours[i]);
    }

    @Test
    void thePictureIsSymmetric() {
        int[] colours = new Picture(grid, LIMIT, image).paint(Palette.EMBER);
        for (int row = 1; row < 20; row++) {
            for (int x = 0; x < 40; x++) assertEquals(colours[row * 40 + x], colours[(40 - row) * 40 + x]);
        }
    }

    @Test
    void theFileIsAPngWithTheseColours(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("a picture.png");
        Picture picture = new Picture(grid, LIMIT, image);
        picture.write(Palette.MOSS, file);
        BufferedImage read = ImageIO.read(file.toFile());
        assertEquals(40, read.getWidth());
        assertEquals(40, read.getHeight());
        int[] colours = picture.paint(Palette.MOSS);
        for (int i = 0; i < colours.length; i++) assertEquals(colours[i], read.getRGB(i % 40, i / 40) & 0xffffff);
    }
}
