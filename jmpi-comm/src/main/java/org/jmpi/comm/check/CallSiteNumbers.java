package org.jmpi.comm.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.wire.FrameHeader;

/** Numbers the call sites that send; a number is small enough for the event bits of a message. */
final class CallSiteNumbers {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> texts = new ArrayList<>(List.of(CallSite.UNKNOWN));

    /** Returns the number of a call site; 0, the number of the unknown one, if there are too many. */
    int number(String text) {
        Integer known = numbers.get(text);
        if (known != null) return known;
        if (texts.size() > FrameHeader.MOST_EVENT_BITS) return 0;
        texts.add(text);
        numbers.put(text, texts.size() - 1);
        return texts.size() - 1;
    }

    /** Returns the call site that has a number. */
    String text(int number) {
        return texts.get(number);
    }
}
