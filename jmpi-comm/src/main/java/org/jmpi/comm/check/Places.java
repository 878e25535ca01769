package org.jmpi.comm.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.wire.FrameHeader;

/** Numbers for the lines of a program that send, small enough to go along with each message. */
final class Places {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> texts = new ArrayList<>(List.of(Place.UNKNOWN));

    /** Returns the number of a place; 0, which is that of an unknown one, if there are too many. */
    int number(String text) {
        Integer known = numbers.get(text);
        if (known != null) return known;
        if (texts.size() > FrameHeader.MOST_PLACES) return 0;
        texts.add(text);
        numbers.put(text, texts.size() - 1);
        return texts.size() - 1;
    }

    /** Returns the place that has a number. */
    String text(int number) {
        return texts.get(number);
    }
}
